// A seat's page. It knows no rule: what may be done, and in what words, comes from the host, which puts PROTOCOL before this.
const at = (id) => document.getElementById(id);
const token = new URLSearchParams(location.hash.slice(1)).get("token");
let socket = null, next = 0, waiting = new Map(), since = null, pause = 300, orders = [], rolling = null;

function line(text) { at("line").textContent = text; }

function ask(word, what, then) {
  if (!socket || socket.readyState !== WebSocket.OPEN) { at("no").textContent = "There is no line to the host just now. It is being mended."; return; }
  next += 1;
  if (then) waiting.set(next, then);
  socket.send(JSON.stringify({ id: next, [word]: what }));
}

function item(list, text, small) {
  const entry = document.createElement("li");
  entry.textContent = text;
  if (small) { const more = document.createElement("small"); more.textContent = small; entry.append(more); }
  list.prepend(entry);
  while (list.children.length > 60) list.lastChild.remove();
}

function standing(now) {
  at("moment").textContent = now.phase || "";
  if (now.outcome) at("question").textContent = now.outcome.title + ". " + now.outcome.because;
  else if (now.question) at("question").textContent = now.question;
  else at("question").textContent = now.to_act ? now.to_act + " decides." : "";
}

function noticed(notice) {
  since = [since ? since[0] : 0, notice.number];
  if (notice.taken_back) {
    for (let n = 0; n < notice.taken_back && at("log").firstChild; n += 1) at("log").firstChild.remove();
  } else {
    const dice = (notice.rolls || []).map((roll) => roll.for + ": " + roll.value).join(", ");
    const told = notice.told && notice.told.length ? notice.told.join(" ") : notice.phrase;
    if (told) item(at("log"), told, dice);
  }
  standing(notice);
  look();
}

function look() {
  ask("view", {}, (ok) => standing(ok));
  ask("show", {}, (ok) => { at("known").textContent = ok.text; });
  ask("options", { phrases: true }, (ok) => {
    orders = ok.commands.map((command, n) => ({ command, phrase: ok.phrases[n] }));
    list();
  });
}

function list() {
  const many = orders.length > 12, wanted = at("find").value.toLowerCase();
  at("find").hidden = at("findlabel").hidden = !many;
  at("orders").replaceChildren(...orders.filter((order) => !many || order.phrase.toLowerCase().includes(wanted)).slice(0, 60).map((order) => {
    const entry = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.textContent = order.phrase;
    button.addEventListener("click", () => give(order.command, null));
    entry.append(button);
    return entry;
  }));
}

function give(command, dice) {
  at("no").textContent = "";
  ask("do", dice ? { command, dice } : { command }, (ok) => { rolling = null; at("die").hidden = true; noticed(ok); }, command);
  rolling = { command, dice: dice || [] };
}

function trouble(said) {
  if (said.needs_roll && rolling) {
    at("need").textContent = "Throw a die of " + said.needs_roll.sides + " for " + said.needs_roll.for + ". What does it show?";
    at("die").hidden = false;
    at("value").value = "";
    at("value").focus();
  } else if (said.refused) at("no").textContent = said.refused.because + " " + said.refused.remedy + " (" + said.refused.rule + ")";
  else if (said.error) at("no").textContent = said.error.because;
}

function hear(said) {
  if (said.ended) { line(said.ended.because); token === null || (pause = 0); return; }
  const then = waiting.get(said.id);
  waiting.delete(said.id);
  if (said.ok !== undefined) { if (then) then(said.ok); }
  else if (said.noticed) noticed(said.noticed);
  else if (said.who) at("who").textContent = said.who.seats.map((seat) => seat.side + (seat.here ? " is here" : " is away")).join(", ") + ".";
  else if (said.said) item(at("said"), said.said.by + ": " + said.said.text);
  else if (said.asked) { at("askedby").textContent = said.asked.undo.by + " asks to take the last order back."; at("asked").hidden = false; at("yes").focus(); }
  else if (said.answered) at("no").textContent = said.answered.undo ? "It was taken back." : "The order stands.";
  else trouble(said);
}

function connect() {
  if (!token) { line("This link has no key. Read the code at the table again."); return; }
  socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/seat");
  socket.addEventListener("open", () => {
    waiting.clear();
    ask("hello", since ? { protocol: PROTOCOL, token, since } : { protocol: PROTOCOL, token }, (ok) => {
      line("At the table.");
      pause = 300;
      at("side").textContent = ok.side;
      document.title = ok.side + ": " + ok.title;
      since = [ok.epoch, ok.number];
      at("said").replaceChildren();
      ok.said.forEach((said) => item(at("said"), said.by + ": " + said.text));
      (ok.missed || []).forEach(noticed);
      since = [ok.epoch, ok.number];
      look();
    });
  });
  socket.addEventListener("message", (message) => hear(JSON.parse(message.data)));
  socket.addEventListener("close", () => {
    if (pause === 0) return;
    line("The line to the host is lost. It is being mended.");
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 10000);
  });
}

at("find").addEventListener("input", list);
at("undo").addEventListener("click", () => ask("undo", {}, (ok) => { at("no").textContent = ok.asked ? "The other side is asked." : "It was taken back."; }));
at("yes").addEventListener("click", () => { at("asked").hidden = true; ask("answer", { undo: true }); });
at("nay").addEventListener("click", () => { at("asked").hidden = true; ask("answer", { undo: false }); });
at("nodie").addEventListener("click", () => { rolling = null; at("die").hidden = true; });
at("die").addEventListener("submit", (event) => {
  event.preventDefault();
  const value = Number(at("value").value);
  if (rolling && Number.isInteger(value)) give(rolling.command, rolling.dice.concat([value]));
});
at("say").addEventListener("submit", (event) => {
  event.preventDefault();
  if (at("text").value.trim()) ask("say", { text: at("text").value });
  at("text").value = "";
});
document.addEventListener("visibilitychange", () => { if (!document.hidden && socket && socket.readyState === WebSocket.CLOSED && pause) connect(); });
connect();
