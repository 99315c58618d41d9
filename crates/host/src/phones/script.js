"use strict";
// A side's page beside a real table. It knows no rule: it draws the page that the laptop sends, and says what was pressed.
const at = (id) => document.getElementById(id);
const key = new URLSearchParams(location.hash.slice(1)).get("key");
const PLACES = { First: 0, Second: 1 };
let socket = null, pause = 300, failed = 0, slept = 0, number = 0, answers = [], asked = "";
// What is being typed, by the field's name, until the question is another.
let drafts = {}, tried = {}, filling = false, fields = [], word = 0;
// The last press while it is on its way, the page that comes of it, and what was pressed after it; and what is said of presses.
let press = 0, waits = 0, due = 0, after = [], patience = 0, about_press = "", passes = false;
const PATIENCE = 8000;
const CAME = {
  Late: "The page had changed before your press came. Look at it, and press again.",
  Asked: "It is being asked whether an order may be taken back. Press again when that is settled.",
  Busy: "The laptop is busy. Press again in a moment.",
};

function make(kind, text, name) {
  const one = document.createElement(kind);
  if (text) one.textContent = text;
  if (name) one.className = name;
  return one;
}

function line(text, lost) {
  if (at("line").textContent !== text) at("line").textContent = text;
  at("line").classList.toggle("lost", Boolean(lost));
}

// Says something of a press until the next one; what `passing` says, until the press has come.
function speak(text, passing) {
  [about_press, passes] = [text, Boolean(passing)];
  line(text || "At the table.");
}

// A form is filled in as fast as a thumb goes: each press counts on the page that comes of the one before. Any other question may be
// another one by then, so a second press on it is not obeyed, and the page says so.
function want(...wants) {
  if (!waits) sent(...wants);
  else if (filling) after.push(wants);
  else speak("One moment: your last press is on its way. Press again when it has come.", true);
}

function sent(...wants) {
  if (!socket || socket.readyState !== WebSocket.OPEN) { line("There is no line to the laptop just now. It is being mended.", true); return; }
  if (about_press) speak("");
  press += 1;
  [waits, due] = [press, 0];
  document.body.dataset.sends = "";
  clearTimeout(patience);
  patience = setTimeout(() => given_up("The laptop has not answered your last press. Its window must be open. Look before you press again."), PATIENCE);
  socket.send(JSON.stringify({ page: number, press, wants }));
}

// Each press is answered, with the number of the page that shows what came of it.
function answered(one) {
  if (one.press !== waits) return;
  if (one.came !== "Done") given_up(CAME[one.came]);
  else if (number >= one.page) arrived();
  else due = one.page;
}

// What was pressed after it was pressed on what did not come.
function given_up(why) {
  after = [];
  arrived();
  speak(why);
}

function arrived() {
  clearTimeout(patience);
  [waits, due] = [0, 0];
  delete document.body.dataset.sends;
  if (passes) speak("");
  // What was typed before a press belongs to it.
  type_on();
  if (!waits && after.length) sent(...after.shift());
}

// Buttons keep their names from page to page, so that the focus stays where it was.
function button(id, text, pressed, name) {
  const one = make("button", text, name);
  one.type = "button";
  one.id = id;
  one.addEventListener("click", pressed);
  return one;
}

function note(of, text) {
  const one = make("small", text);
  one.id = of.id + "-means";
  of.setAttribute("aria-describedby", one.id);
  return one;
}

function field(id, ask, value) {
  const label = make("label", ask), input = make("input");
  label.htmlFor = input.id = id;
  input.autocomplete = "off";
  input.value = id in drafts ? drafts[id] : value;
  input.addEventListener("keydown", (event) => { if (event.key === "Enter" && at("go") && !at("go").disabled) at("go").click(); });
  return [label, input];
}

function choices(list) {
  const parts = [];
  let group = "";
  const one = (action, place) => {
    const press = button("choose-" + place, action.label + (action.asks ? " …" : ""), () => want({ choose: place }), "does");
    parts.push(press);
    if (action.hover && !action.asks) parts.push(note(press, action.hover));
  };
  list.forEach((action, place) => { if (action.ends) one(action, place); });
  list.forEach((action, place) => {
    if (action.ends) return;
    if (action.group !== group) { group = action.group; if (group) parts.push(make("h3", group)); }
    one(action, place);
  });
  return parts;
}

// What a typed number comes to: an answer, nothing, or what it was.
function number_in(exact, text) {
  const value = Number(text);
  return text.trim() !== "" && value >= exact.least && value <= exact.most ? value * exact.scale : null;
}

// Says what is typed. While a press is on its way it waits, and what came to nothing on a page is not said there again.
function type_on() {
  fields.forEach((one, place) => {
    const id = "exact-" + place;
    if (waits || !one.exact || !(id in drafts) || tried[id] === number + " " + drafts[id]) return;
    const value = number_in(one.exact, drafts[id]);
    if (value === answers[place]) return;
    tried[id] = number + " " + drafts[id];
    if (value !== null) sent({ answer: [place, value] });
    else if (answers[place] !== null && !one.choices.some((choice) => choice.value === answers[place])) sent({ unanswer: place });
  });
}

function send_words() {
  if (waits) word = setTimeout(send_words, 100); else sent({ word: drafts.words });
}

function question(one, place, answer) {
  const set = make("fieldset"), id = "exact-" + place;
  set.append(make("legend", one.ask));
  one.choices.forEach((choice, n) => {
    const holds = one.several ? one.several.includes(choice.value) : answer === choice.value;
    const press = button("answer-" + place + "-" + n, choice.label, () => { delete drafts[id]; want({ answer: [place, choice.value] }); });
    press.setAttribute("aria-pressed", holds);
    set.append(press);
    if (choice.hover) set.append(note(press, choice.hover));
  });
  if (one.exact) {
    const said = answer !== null && !one.choices.some((choice) => choice.value === answer) ? String(answer / one.exact.scale) : "";
    const [label, input] = field(id, "In " + one.exact.unit + ", from " + one.exact.least + " to " + one.exact.most, said);
    input.inputMode = "numeric";
    input.addEventListener("input", () => {
      input.value = drafts[id] = input.value.replace(/\D/g, "");
      type_on();
    });
    input.addEventListener("blur", () => { if (number_in(one.exact, input.value) === answers[place]) delete drafts[id]; });
    set.append(label, input);
  }
  return set;
}

const by = (rule) => make("small", "Rule " + rule);

function sums(parts) {
  const list = make("ul");
  list.append(...parts.map((part) => { const one = make("li", part.what + ": " + part.value); one.append(by(part.rule)); return one; }));
  return list;
}

function facts(what) {
  const parts = what.questions.map((one, place) => question(one, place, what.answers[place]));
  const go = button("go", "Do it", () => {
    clearTimeout(word);
    if (what.words) want({ word: at("words").value }, "go"); else want("go");
  }, "does");
  const ready = () => { go.disabled = what.answers.includes(null) || Boolean(what.refusal) || Boolean(what.words && !at("words").value.trim()); };
  if (what.words) {
    const [label, input] = field("words", what.words[0], what.words[1]);
    input.maxLength = 120;
    input.addEventListener("input", () => {
      drafts.words = input.value;
      clearTimeout(word);
      word = setTimeout(send_words, 400);
      ready();
    });
    parts.push(label, input);
  }
  const open = what.answers.filter((one) => one === null).length;
  if (open) parts.push(make("p", open + " of " + what.answers.length + " facts still to give.", "quiet"));
  if (what.refusal) parts.push(...no(what.refusal));
  parts.push(go, button("back", "Something else", () => want("back")));
  if (what.preview) {
    const seen = what.preview, list = make("ul");
    if (seen.parts.length) parts.push(sums(seen.parts));
    if (seen.total) parts.push(make("p", seen.total));
    if (seen.needs.length) parts.push(make("h3", "What the dice must show"), sums(seen.needs));
    list.append(...seen.chances.concat(seen.further).map((one) => make("li", one.chance + " " + one.what)));
    if (seen.chances.length) parts.push(make("h3", seen.exact ? "Possible results" : "Possible results, about"), list);
  }
  return [parts, ready];
}

const thrown = (dice) => make("p", dice.purpose + ": " + dice.values.join(" ") + (dice.sides === 6 ? "" : " of " + dice.sides));

function faces(sides) {
  if (sides > 20) {
    const [label, input] = field("face", "What it shows, from 1 to " + sides, "");
    const right = () => /^\d+$/.test(input.value) && Number(input.value) >= 1 && Number(input.value) <= sides;
    const does = button("go", "It shows that", () => { if (right()) want({ die: Number(input.value) }); }, "does");
    does.disabled = true;
    input.inputMode = "numeric";
    input.addEventListener("input", () => { does.disabled = !right(); });
    return [label, input, does];
  }
  const all = make("div", "", "faces");
  for (let face = 1; face <= sides; face += 1) {
    const one = button("face-" + face, String(face), () => want({ die: face }));
    one.setAttribute("aria-label", "The die shows " + face);
    all.append(one);
  }
  return [all];
}

function dice(what) {
  const parts = [make("p", what.doing, "quiet")];
  if (what.who) parts.push(make("p", "for " + what.who));
  parts.push(...faces(what.sides), button("rollone", what.sides === 6 ? "Roll this one for us" : "Draw it for us", () => want("roll_one")),
    button("rollrest", "Roll all the rest", () => want("roll_rest")),
    button("unroll", what.so_far.length ? "That die was mistyped" : "Do something else", () => want("unroll")));
  if (what.so_far.length) parts.push(make("h3", "Dice so far"), ...what.so_far.map(thrown));
  if (what.told.length) parts.push(make("h3", "What they did"), ...what.told.map((told) => make("p", told)));
  return parts;
}

function no(refusal) { return [make("p", "Not so: " + refusal.because, "bad"), make("p", refusal.remedy), by(refusal.rule)]; }

function card(one, mine) {
  const box = make("details", "", one.flag === mine ? "mine" : ""), list = make("ul");
  box.id = "card-" + one.flag + one.id;
  const marks = one.marks.map((mark) => mark.text).join(", ");
  const head = make("summary", one.name + (one.kind ? ", " + one.kind : ""));
  if (marks) head.append(make("small", marks, one.marks.some((mark) => mark.bad) ? "bad" : ""));
  one.facts.forEach((fact) => list.append(make("li", fact[0] + ": " + fact[1])));
  if (one.boxes) list.append(make("li", one.boxes[0] + ": " + one.boxes[1] + " of " + one.boxes[2]));
  one.figures.forEach((figure) => list.append(make("li", [figure.name, figure.what, figure.state].filter(Boolean).join(", "), figure.bad ? "bad" : "")));
  box.append(head, list);
  return box;
}

function under(markers) {
  const list = make("ul");
  list.append(...markers.map(([marker, what]) => make("li", marker + ": " + what)));
  return markers.length ? [make("h3", "Under your markers"), list] : [];
}

function in_order(one, names, place) {
  const entry = make("li"), box = make("details"), list = make("ul");
  const head = make("summary", one.name + " " + one.level, one.progress === "Acting" ? "acting" : "");
  head.append(make("small", [names[PLACES[one.flag]], one.progress.toLowerCase(), ...one.marks.map((mark) => mark.text)].join(", ")));
  if (!one.sum.length && !one.tie) { entry.append(...head.childNodes); entry.className = head.className; return entry; }
  list.append(...sums(one.sum).childNodes);
  if (one.tie) list.append(make("li", one.tie));
  box.id = "order-" + place;
  box.append(head, list);
  entry.append(box);
  return entry;
}

function score(page) {
  const of = (one) => page.names[PLACES[one.flag]] + ": ";
  const left = (one) => one.turns_left ? one.turns_left + (one.turns_left === 1 ? " turn" : " turns") : "";
  return [
    ...page.clock.map((one) => make("p", of(one) + [one.what, one.when, left(one), one.left].filter(Boolean).join(", "))),
    ...page.points.names.map((side, n) => make("p", side + ": " + page.points.sums[n] + " points")),
    make("p", page.points.result),
    ...page.points.lines.map((one) => make("p", of(one) + one.what + (one.count === null ? "" : ", " + one.count + " × " + one.each) + ": " + one.points, "quiet")),
  ];
}

// Every kind of question that a page can ask.
const ASKS = {
  Choose: (what, page) => [page.question, what.length ? choices(what) : [make("p", "There is nothing to decide here.")]],
  Facts: (what) => [what.title, ...facts(what)],
  Throw: (what) => [(what.of ? "Die " + what.of[0] + " of " + what.of[1] + ": " : what.sides === 6 ? "Roll a die: " : "A number from 1 to " + what.sides + ": ") + what.purpose, dice(what)],
  Secret: (what) => [what.name + " decides.", [make("p", "This page goes on by itself afterwards.", "quiet")]],
  Past: (what) => [what.moment, []],
  Over: (what) => [what.title, [make("p", what.because)]],
};

// Draws a part of the page again if it has changed: what stands open stays open, and the focus and the letters half typed stay.
const drawn = {};
function part(id, data, parts) {
  const now = JSON.stringify(data);
  if (drawn[id] === now) return;
  drawn[id] = now;
  const one = at(id), open = new Set([...one.querySelectorAll("details[open]")].map((box) => box.id));
  const focus = document.activeElement, held = one.contains(focus) ? focus.id : null;
  const caret = held !== null && focus.tagName === "INPUT" ? focus.selectionEnd : null;
  one.replaceChildren(...parts());
  one.querySelectorAll("details").forEach((box) => { box.open = open.has(box.id); });
  if (held === null) return;
  const again = at(held);
  (again && !again.disabled ? again : at("question")).focus({ preventScroll: Boolean(again) });
  if (again && caret !== null) again.setSelectionRange(caret, caret);
}

function draw(page) {
  const mine = page.viewer, name = page.names[PLACES[mine]];
  at("side").textContent = name;
  document.title = name + ": " + page.title;
  at("moment").textContent = page.moment;
  at("actor").textContent = page.actor ? page.names[PLACES[page.actor[0]]] + ": " + page.actor[1] : "";
  const [kind, what] = Object.entries(page.ask)[0], form = page.ask.Facts;
  const about = form ? form.title : kind;
  const is_other = asked !== about, unmade = is_other && after.length;
  if (is_other) { [drafts, tried] = [{}, {}]; asked = about; after = []; clearTimeout(word); }
  [filling, answers, fields] = [Boolean(form), form ? form.answers : [], form ? form.questions : []];
  const [title, parts, ready] = ASKS[kind](what, page);
  if (at("question").textContent !== title) at("question").textContent = title;
  part("ask", [title, page.ask], () => parts);
  if (ready) ready();
  const says = page.may_say === mine && !form;
  part("fire", [says, page.holding], () => (says ? fire(page) : []));
  part("agree", page.agree, () => agree(page.agree));
  part("no", form ? null : page.refusal, () => (page.refusal && !form ? no(page.refusal) : []));
  const told = [page.rolled, page.told];
  part("told", told, () => (told.flat().length ? [...page.rolled.map(thrown), ...page.told.map((one) => make("p", one))] : [make("p", "Nothing that you noticed.", "quiet")]));
  const own = page.cards.filter((one) => one.flag === mine), others = page.cards.filter((one) => one.flag !== mine);
  part("markers", page.under_markers, () => under(page.under_markers));
  part("cards", page.cards, () => [...own, ...others].map((one) => card(one, mine)));
  at("ordername").textContent = page.order_title;
  part("order", page.order, () => page.order.map((one, place) => in_order(one, page.names, place)));
  part("score", [page.clock, page.points], () => score(page));
  part("log", page.log, () => page.log.slice().reverse().map((one) => {
    const entry = make("li", [one.phrase, ...one.told].filter(Boolean).join(" "));
    entry.prepend(make("small", one.moment));
    if (one.rolls.length) entry.append(make("small", one.rolls.join(", ")));
    return entry;
  }));
  if (!waits) type_on();
  else if (due && number >= due) arrived();
  if (unmade) speak(CAME.Late);
}

// When this side fires, said in advance: what was said, and the way to say it.
function fire(page) {
  const said = page.holding.flatMap(([, lines]) => lines), list = make("ul");
  const parts = [make("h3", "When to fire")];
  list.append(...said.map((one) => make("li", one)));
  if (said.length) parts.push(list);
  parts.push(button("saywhen", "Say when to fire …", () => want("say_when")));
  if (said.length) parts.push(button("askagain", "Ask every time", () => want("ask_again")));
  parts.push(make("p", "While nobody means to fire, the enemy goes on and you are not asked.", "quiet"));
  return parts;
}

function agree(what) {
  if (!what) return [];
  return [make("h2", "May an order be taken back?"), make("p", what),
    button("agree-yes", "Take it back", () => want({ agree: true }), "does"), button("agree-no", "Leave it", () => want({ agree: false }))];
}

// A new line takes the place of an old one only when it is there, so that the table does not see the phone go and come.
function connect() {
  if (!key) { line("This link has no key. Read the code at the table again.", true); return; }
  const before = socket, now = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/phone");
  socket = now;
  now.addEventListener("open", () => now.send(JSON.stringify({ key })));
  now.addEventListener("message", (message) => {
    const said = JSON.parse(message.data);
    if (before) before.close();
    if (said.ended) { line(said.ended, true); pause = 0; return; }
    if (said.came) { answered(said); return; }
    line(about_press || "At the table.");
    [pause, failed] = [300, 0];
    number = said.page;
    draw(said.shows);
  });
  now.addEventListener("close", () => {
    if (socket !== now || pause === 0) return;
    failed += 1;
    if (waits) given_up("The line was lost before the laptop had answered your last press. Look before you press again.");
    line(failed < 4 ? "The line to the laptop is lost. It is being mended."
      : "The laptop does not answer. If the game was closed there, open it again and choose Secrets on phones: this page then goes on by itself.", true);
    setTimeout(() => { if (socket === now) connect(); }, pause);
    pause = Math.min(pause * 2, 5000);
  });
}

// A phone that has slept may hold a line that is none any more.
function wake() { pause = 300; connect(); }
document.addEventListener("visibilitychange", () => {
  if (document.hidden) slept = Date.now();
  else if (socket.readyState !== WebSocket.OPEN || Date.now() - slept > 3000) wake();
});
window.addEventListener("online", wake);
connect();
