"use strict";
// How large the letters are and which colours the page has: kept by the phone, set before anything is drawn.
const LOOKS = {
  letters: [["", "Normal"], ["large", "Large"], ["largest", "Largest"]],
  colours: [["", "As the phone has it"], ["light", "Light"], ["dark", "Dark"]],
};

function look(what, value) {
  if (value) document.documentElement.dataset[what] = value; else delete document.documentElement.dataset[what];
}

// A browser that keeps nothing does without.
const kept = { get(what) { try { return localStorage.getItem(what) || ""; } catch { return ""; } }, set(what, value) { try { localStorage.setItem(what, value); } catch { /* as before */ } } };

for (const what of Object.keys(LOOKS)) look(what, kept.get(what));

document.addEventListener("DOMContentLoaded", () => {
  for (const [what, ways] of Object.entries(LOOKS)) {
    const buttons = ways.map(([value, name]) => {
      const one = document.createElement("button");
      one.type = "button";
      one.textContent = name;
      one.addEventListener("click", () => { look(what, value); kept.set(what, value); mark(); });
      return one;
    });
    const mark = () => buttons.forEach((one, n) => one.setAttribute("aria-pressed", (document.documentElement.dataset[what] || "") === ways[n][0]));
    document.getElementById(what).append(...buttons);
    mark();
  }
});
