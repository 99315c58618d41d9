"""The page of a seat in a real browser: Chromium without a screen, at a phone's size.

    browser.py CHROMIUM URL FOLDER

Opens the page, gives an order with the keyboard and one with a finger, and writes a line of JSON: what was found. Pictures of
the page, light and dark, go to the folder.
"""

import base64
import json
import re
import subprocess
import sys
import tempfile
import time

from line import Line

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}


class Browser:
    def __init__(self, chromium):
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={self.folder.name}", "about:blank"],
            stderr=subprocess.PIPE, text=True)
        found = None
        while not found:
            found = re.search(r"ws://([^/]+)(/\S+)", self.process.stderr.readline())
        self.line, self.number, self.session, self.faults = Line(found[1], found[2]), 0, None, []
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        self.ask("Runtime.enable")

    def ask(self, method, **parameters):
        self.number += 1
        word = {"id": self.number, "method": method, "params": parameters}
        self.line.say(**word, **({"sessionId": self.session} if self.session else {}))
        while True:
            said = self.line.hear()
            if said.get("id") == self.number:
                if "error" in said:
                    raise ValueError(f"{method}: {said['error']}")
                return said["result"]
            if said.get("method") == "Runtime.exceptionThrown":
                thrown = said["params"]["exceptionDetails"]
                self.faults.append(thrown.get("exception", {}).get("description", thrown["text"]))

    def value(self, script):
        return self.ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def until(self, script, seconds=20):
        end = time.time() + seconds
        while not self.value(script):
            if time.time() > end:
                raise TimeoutError(f"this never came: {script}; on the page stands {self.value('document.body.innerText')}")
            time.sleep(0.05)

    def key(self, key, text=""):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, text=text if kind == "keyDown" else "",
                     windowsVirtualKeyCode={"Tab": 9, "Enter": 13}[key])

    def picture(self, path):
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.process.kill()
        self.process.wait()
        # Its helpers live on for a moment, and write into the folder.
        for _ in range(30):
            try:
                return self.folder.cleanup()
            except OSError:
                time.sleep(0.1)


def main():
    chromium, url, folder = sys.argv[1:]
    browser = Browser(chromium)
    try:
        browser.ask("Emulation.setDeviceMetricsOverride", **PHONE)
        browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        begun = time.time()
        browser.ask("Page.navigate", url=url)
        browser.until("document.querySelectorAll('#orders button').length > 0")
        there = time.time() - begun
        found = {
            "seconds": round(there, 3),
            "side": browser.value("document.getElementById('side').textContent"),
            "orders": browser.value("document.querySelectorAll('#orders button').length"),
            "too_wide": browser.value("document.documentElement.scrollWidth > innerWidth"),
            "smallest": browser.value(
                "Math.min(...[...document.querySelectorAll('button, input, summary')]"
                ".filter(one => one.offsetParent).map(one => one.getBoundingClientRect().height))"),
            "letters": browser.value("parseFloat(getComputedStyle(document.body).fontSize)"),
            "nameless": browser.value(
                "[...document.querySelectorAll('button, input')].filter(one => one.offsetParent"
                " && !one.textContent.trim() && !(one.labels && one.labels.length)).length"),
        }
        browser.picture(f"{folder}/phone-light.png")
        # With the keyboard: the focus goes on to the first order, and Enter gives it.
        for _ in range(30):
            browser.key("Tab")
            if browser.value("document.activeElement.closest('#orders') !== null"):
                break
        found["outline"] = browser.value("getComputedStyle(document.activeElement).outlineStyle")
        browser.key("Enter", "\r")
        browser.until("document.querySelectorAll('#log li').length > 0 || !document.getElementById('die').hidden"
                      " || document.getElementById('no').textContent !== ''")
        found["after_key"] = browser.value("document.querySelector('#log li')?.textContent || ''")
        # With a finger, if there is still something to order.
        place = browser.value(
            "(() => { const one = document.querySelector('#orders button'); if (!one) return null;"
            " one.scrollIntoView({block: 'center'}); const box = one.getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        if place:
            before = browser.value("document.querySelectorAll('#log li').length")
            for kind, points in (("touchStart", [{"x": place[0], "y": place[1]}]), ("touchEnd", [])):
                browser.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)
            browser.until(f"document.querySelectorAll('#log li').length > {before} || !document.getElementById('die').hidden"
                          " || document.getElementById('no').textContent !== ''")
        found["touched"] = bool(place)
        found["alert"] = browser.value("document.getElementById('no').textContent")
        browser.value("scrollTo(0, 0)")
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        found["dark"] = browser.value("getComputedStyle(document.body).backgroundColor")
        browser.picture(f"{folder}/phone-dark.png")
        print(json.dumps(found))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
