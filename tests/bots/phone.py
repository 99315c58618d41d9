"""A phone beside a real table: Chromium without a screen, told what to do line by line.

    phone.py CHROMIUM URL FOLDER

Each line on standard input is JSON: {"until": TEXT}, {"press": TEXT} for the first button that holds it (with the keyboard, once the
press before has come),
{"quickly": [TEXT, TEXT]} for buttons that are pressed before the page can change, {"fill": [ID, TEXT, BUTTON]} for a field that is
typed letter by letter and a button, if there is one, before the page can change,
{"any": true} for whatever was pressed least, {"picture": NAME}, {"dark": true}, {"measure": true}. Each is answered with a line of JSON:
the page's text, what was measured or pressed, and the faults of the page's script.
"""

import json
import random
import re
import sys
import time
from collections import Counter

from browser import PHONE, Browser

TEXT = "document.body.innerText"
FREE = ("[...document.querySelectorAll('main button, main input, main summary')]"
        ".filter(one => !one.disabled && one.getClientRects().length)")


def press_any(browser, chance, pressed):
    """Presses or fills what was pressed least; kinds of controls are told apart by their names without numbers."""
    found = browser.value(f"{FREE}.map(one => [one.tagName, one.id || one.parentNode.id || one.textContent, one.labels?.[0]?.textContent || ''])")
    kinds = [re.sub(r"[0-9]+", "", name) if tag != "INPUT" else "field" for tag, name, _ in found]
    if not kinds:
        return None
    # What orders are made of is pressed five times as often.
    often = {"go", "rollrest", "choose-", "answer--"}
    count = [pressed[kind] / (5 if kind in often else 1) for kind in kinds]
    place = chance.choice([n for n, times in enumerate(count) if times == min(count)])
    kind, (tag, _, label) = kinds[place], found[place]
    pressed[kind] += 1
    one = f"{FREE}[{place}]"
    if tag == "INPUT":
        numbers = re.search(r"from (\d+) to (\d+)", label)
        text = str(chance.randint(int(numbers[1]), int(numbers[2]))) if numbers else "to the river"
        browser.value(f"(one => {{ one.focus(); one.value = ''; }})({one})")
        browser.ask("Input.insertText", text=text)
    else:
        browser.value(f"{one}?.click()")
    # A finger is slower than the page that comes of its last press.
    time.sleep(0.2)
    return kind


def main():
    chromium, url, folder = sys.argv[1:]
    browser, chance, pressed = Browser(chromium), random.Random(7), Counter()
    try:
        browser.ask("Emulation.setDeviceMetricsOverride", **PHONE)
        browser.ask("Page.navigate", url=url)
        for line in sys.stdin:
            asked = json.loads(line)
            answer = {}
            if "until" in asked:
                browser.until(f"{TEXT}.includes({json.dumps(asked['until'])})", 60)
            elif "press" in asked:
                find = ("[...document.querySelectorAll('#ask button, #fire button')].find(one => !one.disabled"
                        f" && one.textContent.includes({json.dumps(asked['press'])}))")
                browser.until(f"!('sends' in document.body.dataset) && !!{find}", 60)
                browser.value(f"{find}.focus()")
                browser.key("Enter", "\r")
            elif "quickly" in asked:
                texts = json.dumps(asked["quickly"])
                find = ("[...document.querySelectorAll('#ask button, #fire button')].filter(one => !one.disabled)"
                        ".find(one => one.textContent.includes(text))")
                browser.value(f"{texts}.map(text => {find}).forEach(one => one.click())")
            elif "fill" in asked:
                field, text, *press = asked["fill"]
                browser.value(
                    f"(one => {{ one.focus(); one.value = ''; for (const letter of {json.dumps(text)}) {{ one.value += letter;"
                    " one.dispatchEvent(new Event('input')); }"
                    f" for (const text of {json.dumps(press)}) [...document.querySelectorAll('#ask button, #fire button')]"
                    f".find(one => one.textContent.includes(text)).click(); }})(document.getElementById({json.dumps(field)}))")
            elif "any" in asked:
                answer = {"pressed": press_any(browser, chance, pressed), "kinds": pressed}
            elif "picture" in asked:
                browser.picture(f"{folder}/{asked['picture']}.png")
            elif "dark" in asked:
                browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
            elif "measure" in asked:
                answer = {
                    "too_wide": browser.value("document.documentElement.scrollWidth > innerWidth"),
                    "smallest": browser.value(
                        "Math.min(...[...document.querySelectorAll('button, input, summary')]"
                        ".filter(one => one.offsetParent).map(one => one.getBoundingClientRect().height))"),
                    "nameless": browser.value(
                        "[...document.querySelectorAll('button, input')].filter(one => one.offsetParent"
                        " && !one.textContent.trim() && !(one.labels && one.labels.length)).length"),
                }
            print(json.dumps({"text": browser.value(TEXT), "faults": browser.faults, **answer}), flush=True)
    finally:
        browser.close()


main()
