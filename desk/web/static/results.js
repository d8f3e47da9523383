// The results of a round as they are typed: keys that go from board to board, and what is sent. A
// result that could not be sent is kept in the browser and sent again, each with its own token, so
// that it is recorded once. Without this script the form of the page is sent as it is.

"use strict";

(() => {
  const sender = document.getElementById("send");
  if (!window.htmx || !sender) return;
  const words = sender.dataset;
  const form = sender.closest("form");
  const slips = document.getElementById("quick").closest("form");

  // --- keys -----------------------------------------------------------------------------------

  // What is typed in a result takes the place of what stood there.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input.slot")) event.target.select();
  });

  // One key is a result: the next open board takes the next key, however slow the network is.
  function nextSlot(slot, step) {
    const slots = [...document.querySelectorAll("input.slot.open:not(.later)")];
    const at = slots.indexOf(slot);
    const ahead = step > 0 ? slots.slice(at + 1) : slots.slice(0, at).reverse();
    const next = ahead.find((other) => !other.value);
    if (next) next.focus();
    return Boolean(next);
  }

  document.addEventListener("input", (event) => {
    const slot = event.target;
    if (!slot.matches("input.slot.open")) return;
    if (slot.value !== slot.value.trimStart()) slot.value = slot.value.trimStart(); // is no key
    if (/^[10=5a]$/i.test(slot.value)) nextSlot(slot, 1) || nextSlot(slot, -1);
    typed(slot.name, slot.value);
  });

  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches("input.slot.open") || event.target.value) return;
    event.preventDefault();
    nextSlot(event.target, step);
  });

  // U of the note works wherever nothing is typed: after the last result no field is open.
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "u" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    document.querySelector("#done-line button[name=undo]")?.click();
  });

  // A button of a board types into its field.
  document.addEventListener("click", (event) => {
    const pick = event.target.closest(".pick button");
    if (!pick) return;
    event.preventDefault();
    const [pair, text] = pick.value.split(":");
    document.getElementById(`r${pair}`).value = text;
    typed(`r${pair}`, text);
  });

  form.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    for (const slot of form.querySelectorAll("input.slot.open")) if (slot.value) typed(slot.name, slot.value);
  });

  slips.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = document.getElementById("quick");
    if (field.value.trim()) typed("quick", field.value);
  });

  // --- what is sent ---------------------------------------------------------------------------

  // Answers after which the same form may succeed later: none, the ledger or the desk is away.
  const AWAY = [0, 404, 502, 503, 504];
  const PATIENCE = 10000;
  const SHELF = `unsent ${words.kept} `;

  // In order: `once`, `name` and `text` as they are sent, `at` when it was typed. `waits`: it could
  // not be sent; `why`: it was refused, and is sent no more until the page is opened again.
  const box = stored();
  let sending = null;
  let notice = "";

  function stored() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(SHELF));
      const all = keys.map((key) => JSON.parse(localStorage.getItem(key)));
      return all.map((each) => ({ ...each, waits: true, why: "" })).sort((a, b) => a.at - b.at);
    } catch {
      return []; // a browser without storage keeps them while the page is open
    }
  }

  function store(each) {
    try {
      localStorage.setItem(SHELF + each.once, JSON.stringify(each));
    } catch {}
  }

  function drop(each) {
    box.splice(box.indexOf(each), 1);
    try {
      localStorage.removeItem(SHELF + each.once);
    } catch {}
  }

  function token() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // Questions to the desk, and an emptied field, mean nothing later: they are not kept.
  const isFleeting = (each) => /^[fu]?$/i.test(each.text);
  const isOver = (each, other) => each !== other && each.name === other.name && each.name !== "quick";

  function typed(name, value) {
    const each = { once: token(), name, text: value.trim(), at: Date.now(), waits: false, why: "" };
    for (const other of box.filter((one) => isOver(one, each) && one !== sending)) drop(other);
    box.push(each);
    if (!isFleeting(each)) store(each);
    send();
  }

  function send() {
    if (!sending) {
      sending = box.find((each) => !each.why) || null;
      if (sending) htmx.trigger(sender, "desk:send");
    }
    show();
  }

  sender.addEventListener("htmx:configRequest", (event) => {
    event.detail.parameters[sending.name] = sending.text;
    event.detail.parameters.once = sending.once;
    event.detail.timeout = PATIENCE;
  });

  sender.addEventListener("htmx:afterRequest", (event) => {
    const each = sending;
    const { status, responseText } = event.detail.xhr;
    sending = null;
    if (AWAY.includes(status)) {
      keep(each);
    } else if (status >= 400) {
      refuse(each, new DOMParser().parseFromString(responseText, "text/html"));
      send();
    } else {
      drop(each);
      send();
    }
  });

  function keep(each) {
    if (box.some((other) => isOver(other, each))) drop(each);
    for (const other of box.filter(isFleeting)) {
      drop(other);
      if (other.text) {
        notice = words.needs;
        document.getElementById(other.name).value = "";
      }
    }
    const field = document.getElementById("quick");
    for (const other of box) {
      other.waits = true;
      if (other.name === "quick" && field.value.trim() === other.text) field.value = "";
    }
    show();
  }

  function refuse(each, answer) {
    const field = document.getElementById("quick");
    each.why = answer.querySelector("[role=alert]")?.textContent.trim() || String(answer.title);
    if (each.name !== "quick") return;
    if (!field.value) field.value = each.text;
    if (field.value.trim() === each.text) drop(each);
  }

  // The answer about slips leaves what is typed meanwhile, and the focus elsewhere.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id !== "quick") return;
    const typing = target.value.trim() && target.value.trim() !== sending?.text;
    const elsewhere = document.activeElement !== target && !fragment.firstElementChild.value;
    if (typing || elsewhere) event.detail.shouldSwap = false;
  });

  for (const sign of ["desk:beat", "desk:back"]) document.addEventListener(sign, send);

  // --- what is said of it ---------------------------------------------------------------------

  // Each stands at its board, or in its field, and all of them above the boards.
  function show() {
    for (const mark of document.querySelectorAll(".unsent")) mark.remove();
    const cutOff = document.querySelector(".live.lost");
    const shown = box.filter((each) => each.why || each.waits || (cutOff && !isFleeting(each)));
    const lines = shown.map(mark);
    const note = document.getElementById("unsent");
    note.hidden = !lines.length && !notice;
    note.querySelector("p").hidden = !lines.length;
    note.querySelector("ul").replaceChildren(...[...lines, notice].filter(Boolean).map((text) => element("li", text)));
  }

  function element(kind, text) {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  }

  // Mark a result at its board; return its line.
  function mark(each) {
    const slot = each.name !== "quick" && document.getElementById(each.name);
    const why = each.why ? ` - ${words.refused} ${each.why}` : "";
    if (!slot) return each.name === "quick" ? each.text + why : `${each.name.slice(1)}: ${each.text}${why}`;
    if (slot.matches("input") && !slot.value) slot.value = each.text;
    const row = slot.closest("tr");
    const said = element("div", each.why ? `${words.refused} ${each.why}` : words.waits);
    said.className = "unsent";
    row.querySelector(".how").prepend(said);
    return `${row.querySelector(".bd").textContent.trim()}: ${each.text}${why}`;
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, successful, xhr, elt } = event.detail;
    if (requestConfig.verb === "post") {
      if (successful) notice = "";
      else if (xhr.status === 0 && elt !== sender) notice = words.needs;
    }
    show();
  });
  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("DOMContentLoaded", send); // after htmx has looked at the page
})();
