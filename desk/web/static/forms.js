// Forms that are sent by themselves, so that what is filled in stays on the page until the desk has
// it: where the desk does not answer the page says so, and the same form is sent again by its
// button. Its token has it recorded once, also when only the answer was lost. Without this script
// the browser sends the forms.

"use strict";

(() => {
  const words = document.currentScript.dataset;

  // How long the answer to a form may take, and to one with a file, in milliseconds.
  const PATIENCE = 20000;
  const PATIENCE_FILE = 120000;
  const AWAY = [502, 503, 504];

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    event.preventDefault();
    if (form.ariaBusy !== "true") send(form, event.submitter);
  });

  async function send(form, by) {
    form.ariaBusy = "true";
    form.querySelector(".not-sent")?.remove();
    // By attribute: a field may be called method or action.
    const to = by?.getAttribute("formaction") ?? form.getAttribute("action");
    const files = form.getAttribute("enctype") === "multipart/form-data";
    const fields = new FormData(form, by);
    const given = new AbortController();
    const over = setTimeout(() => given.abort(), files ? PATIENCE_FILE : PATIENCE);
    let answer, content;
    try {
      answer = await fetch(to, {
        method: "POST",
        body: files ? fields : new URLSearchParams(fields),
        headers: { "X-Form": "by-script" },
        signal: given.signal,
      });
      content = await answer.blob();
    } catch {
      return notSent(form, null);
    } finally {
      clearTimeout(over);
    }
    const then = answer.headers.get("X-To");
    const file = answer.headers.get("Content-Disposition");
    if (then) open(then);
    else if (file) save(form, content, decodeURIComponent(file.split("''")[1]));
    else if (AWAY.includes(answer.status)) notSent(form, new DOMParser().parseFromString(await content.text(), "text/html"));
    else show(await content.text());
  }

  // The same address with another part of it in sight is opened anew as well.
  function open(to) {
    const url = new URL(to, location);
    const same = url.pathname + url.search === location.pathname + location.search;
    location.assign(url);
    if (same && url.hash) location.reload();
  }

  // A file is put where the browser puts what it downloads, and the page stays.
  function save(form, content, name) {
    form.ariaBusy = null;
    const link = element("a", "");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE);
  }

  // What the desk says above the form is what it says of its ledger, or that it does not answer.
  function notSent(form, answer) {
    form.ariaBusy = null;
    const why = answer?.querySelector("main [role=alert] b")?.textContent;
    const note = element("div", "note stop not-sent");
    note.setAttribute("role", "alert");
    const body = element("div", "body");
    body.append(element("p", "", element("b", "", why || words.notSent)), element("p", "", words.step));
    note.append(body);
    form.prepend(note);
    note.scrollIntoView({ block: "nearest" });
  }

  function element(kind, names, ...content) {
    const made = document.createElement(kind);
    made.className = names;
    made.append(...content);
    return made;
  }

  // The answer takes the place of the page, as if the browser had sent the form; Back leads to it.
  function show(text) {
    history.replaceState({ form: true }, "");
    history.pushState(null, "");
    window.dispatchEvent(new Event("pagehide"));
    document.open();
    document.write(text);
    document.close();
    document.querySelector("[autofocus]")?.focus();
  }

  window.addEventListener("popstate", (event) => event.state?.form && location.reload());
})();
