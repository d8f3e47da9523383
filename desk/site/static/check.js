// Checks the results on this page against a head that the reader has from elsewhere: typed from a
// sheet, scanned, or signed. It needs no library and no network; docs/public.md says what a check
// shows and what not. The tree is that of RFC 6962, a fact's leaf is described in docs/integrity.md.
"use strict";

(() => {
  // --- SHA-256 ----------------------------------------------------------------------------------

  const ROOTS = (power, count) => {
    const words = new Uint32Array(count);
    for (let prime = 2, found = 0; found < count; prime++) {
      let is_prime = true;
      for (let by = 2; by * by <= prime; by++) is_prime = is_prime && prime % by !== 0;
      if (!is_prime) continue;
      const root = prime ** power;
      words[found++] = (root - Math.floor(root)) * 2 ** 32;
    }
    return words;
  };
  const BEGIN = ROOTS(1 / 2, 8);
  const STEPS = ROOTS(1 / 3, 64);

  const own_sha256 = (data) => {
    const state = Uint32Array.from(BEGIN);
    const length = Math.ceil((data.length + 9) / 64) * 64;
    const whole = new Uint8Array(length);
    whole.set(data);
    whole[data.length] = 0x80;
    const view = new DataView(whole.buffer);
    view.setUint32(length - 8, Math.floor(data.length / 2 ** 29));
    view.setUint32(length - 4, data.length * 8);
    const words = new Uint32Array(64);
    const turned = (word, by) => (word >>> by) | (word << (32 - by));
    for (let at = 0; at < length; at += 64) {
      for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const early = words[i - 15], late = words[i - 2];
        const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
        const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
        words[i] = words[i - 16] + first + words[i - 7] + second;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
        const one = (h + high + ((e & f) ^ (~e & g)) + STEPS[i] + words[i]) | 0;
        const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
        const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
    }
    const hash = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => hash.setUint32(4 * i, word));
    return new Uint8Array(hash.buffer);
  };

  const subtle = globalThis.isSecureContext ? globalThis.crypto?.subtle : undefined;
  const sha256 = async (data) =>
    subtle ? new Uint8Array(await subtle.digest("SHA-256", data)) : own_sha256(data);

  // --- bytes ------------------------------------------------------------------------------------

  const joined = (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  };
  const same = (one, other) => one.length === other.length && one.every((b, i) => b === other[i]);
  const starts = (whole, part) => part.length <= whole.length && part.every((b, i) => b === whole[i]);
  const of_hex = (text) => {
    if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("hex");
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  };
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const of_base64 = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const of_base32 = (text) => {
    const bits = [...text].map((sign) => {
      const value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign);
      if (value < 0) throw new Error("base32");
      return value.toString(2).padStart(5, "0");
    }).join("");
    return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
  };

  // --- the tree ---------------------------------------------------------------------------------

  const node = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

  const leaf_of = (position, topic, state) => {
    const text = new TextEncoder();
    const name = text.encode(topic);
    const version = /^\{"v":([0-9]{1,9}),/.exec(state);
    const head = new DataView(new ArrayBuffer(17));
    head.setBigUint64(1, BigInt(position));
    head.setUint32(9, version ? Number(version[1]) : 0);
    head.setUint32(13, name.length);
    return sha256(joined(new Uint8Array(head.buffer), name, text.encode(state)));
  };

  const root_of_inclusion = async (leaf, position, size, path) => {
    let at = position - 1, last = size - 1, root = leaf;
    for (const sibling of path) {
      if (last === 0) return null;
      if (at % 2 === 1 || at === last) {
        root = await node(sibling, root);
        while (at % 2 === 0 && at !== 0) {
          at = Math.floor(at / 2);
          last = Math.floor(last / 2);
        }
      } else {
        root = await node(root, sibling);
      }
      at = Math.floor(at / 2);
      last = Math.floor(last / 2);
    }
    return last === 0 ? root : null;
  };

  // Returns the levels of a tree, the leaves first, the root last; who is alone goes up as it is.
  const levels_of = async (leaves) => {
    const levels = [leaves];
    for (let level = leaves; level.length > 1; level = levels.at(-1)) {
      const above = [];
      for (let i = 0; i + 1 < level.length; i += 2) above.push(await node(level[i], level[i + 1]));
      if (level.length % 2 === 1) above.push(level[level.length - 1]);
      levels.push(above);
    }
    return levels;
  };

  // Returns the hashes beside the way from a leaf to the root.
  const path_of = (levels, position) => {
    const path = [];
    let at = position - 1;
    for (const level of levels.slice(0, -1)) {
      const sibling = at % 2 === 0 ? at + 1 : at - 1;
      if (sibling < level.length) path.push(level[sibling]);
      at = Math.floor(at / 2);
    }
    return path;
  };

  // --- heads ------------------------------------------------------------------------------------

  // Reads 12:ABCD-EFGH-IJKL-MNOP (0, 1 and 8 are O, I and B), a whole root in hexadecimal, the text
  // of a QR code, or a signed head with its key. Returns size, bytes of the root, tournament.
  const read_head = async (typed, key) => {
    const text = typed.trim();
    if (text.startsWith("{")) return signed_head(text, key);
    const scanned = /^toernooiboek-head:1:([^:\s]+):([0-9]{1,15}):([0-9a-f]{64})$/.exec(text);
    if (scanned) {
      return { size: Number(scanned[2]), root: of_hex(scanned[3]), tournament: scanned[1] };
    }
    const short = /^#?([0-9]{1,15}):([0-9A-Za-z -]+)$/.exec(text);
    const word = short?.[2].replace(/[- ]/g, "") ?? "";
    if (word.length === 64) return { size: Number(short[1]), root: of_hex(word.toLowerCase()) };
    if (word.length !== 16) throw new Error("no-head");
    const letters = word.toUpperCase().replace(/0/g, "O").replace(/1/g, "I").replace(/8/g, "B");
    return { size: Number(short[1]), root: of_base32(letters) };
  };

  const signed_head = async (text, key) => {
    const signed = JSON.parse(text);
    if (signed.format !== "toernooiboek-signed-head" || signed.version !== 1) {
      throw new Error("no-head");
    }
    if (!subtle) throw new Error("no-signatures");
    const { size, root } = signed.head;
    const said = `toernooiboek-head:1:${signed.tournament}:${size}:${root}`;
    const der = of_base64((key ?? "").replace(/-----[A-Z ]+-----|\s/g, ""));
    let holds;
    try {
      const known = await subtle.importKey("spki", der, "Ed25519", false, ["verify"]);
      const bytes = new TextEncoder().encode(said);
      holds = await subtle.verify("Ed25519", known, of_hex(signed.signature), bytes);
    } catch (fault) {
      throw new Error(fault.name === "NotSupportedError" ? "no-signatures" : "no-key");
    }
    if (!holds) throw new Error("signature-fails");
    return { size, root: of_hex(root), tournament: signed.tournament };
  };

  // --- a check ----------------------------------------------------------------------------------

  // Returns {said, fact}: what became of it, and the proven fact where there is one. `leaves` are
  // the hashes of all facts, null where they did not come with the page.
  const check = async (proof, head, leaves) => {
    let fact, root;
    try {
      fact = JSON.parse(proof.state);
      const leaf = await leaf_of(proof.position, proof.topic, proof.state);
      const path = proof.path.map(of_hex);
      root = await root_of_inclusion(leaf, proof.position, proof.head.size, path);
    } catch {
      return { said: "unreadable" };
    }
    if (fact.tournament !== proof.tournament || fact.position !== proof.position) {
      return { said: "fails" };
    }
    if (root === null || !same(root, of_hex(proof.head.root))) return { said: "fails" };
    if (head.tournament && head.tournament !== proof.tournament) return { said: "other-tournament" };
    if (head.size !== proof.head.size) {
      if (!leaves || leaves.length !== proof.head.size) return { said: "other-size" };
      if (!same(await leaves_root(leaves), root)) return { said: "fails" };
      if (head.size < 1 || head.size > leaves.length) return { said: "other-size" };
      root = await leaves_root(leaves, head.size);
    }
    if (!starts(root, head.root)) return { said: "other-head" };
    if (proof.position > head.size) return { said: "later" };
    return { said: "holds", fact };
  };

  const known_levels = new Map();
  const levels_up_to = async (leaves, size = leaves.length) => {
    if (!known_levels.has(size)) known_levels.set(size, await levels_of(leaves.slice(0, size)));
    return known_levels.get(size);
  };
  const leaves_root = async (leaves, size) => (await levels_up_to(leaves, size)).at(-1)[0];

  const all_leaves = () => {
    const given = globalThis.toernooiLeaves;
    if (!given) return null;
    const bytes = of_base64(given.leaves);
    return Array.from({ length: given.size }, (_, i) => bytes.slice(32 * i, 32 * i + 32));
  };

  // --- the page ---------------------------------------------------------------------------------

  const shown = (outcome) => outcome.replace(/1\/2/g, "½").replace("-", "–");

  // Returns the proof of a board as a file has it (docs/integrity.md), null where there is none.
  const proof_of = async (board, leaves) => {
    const { tournament, head, parts, facts } = globalThis.toernooiProofs;
    const one = facts[board];
    if (!one) return null;
    const path = leaves ? path_of(await levels_up_to(leaves), one.position) : [];
    return {
      format: "toernooiboek-inclusion-proof",
      version: 1,
      tournament,
      position: one.position,
      topic: parts[one.topic],
      state: one.state.map((at) => parts[at]).join(","),
      head,
      path: path.map(hex),
    };
  };

  // Returns a link that saves a proof as a file, for who checks it with a program of their own.
  const saved = (proof, row, text) => {
    const link = document.createElement("a");
    const file = new Blob([JSON.stringify(proof)], { type: "application/json" });
    link.href = URL.createObjectURL(file);
    link.download = `proof-${round_of()}-${board_of(row)}.json`;
    link.textContent = text;
    return link;
  };

  const OUTCOME = 2; // the place of the result in a row
  const round_of = () => Number(document.getElementById("check").dataset.round);
  const board_of = (row) => row.cells[0].textContent.trim();
  const outcome_of = (row) => {
    const text = row.cells[OUTCOME].firstChild?.textContent.trim() ?? "";
    return /^[01½]/.test(text) ? text : ""; // else it is open, or adjourned
  };

  // A row says with data-keys how the facts call its players, white first, where that is not by the
  // numbers in the addresses of their cards; what the reader sees is compared with the fact.
  const number_of = (cell) =>
    /(\d+)\/index\.html$/.exec(cell.querySelector("a")?.getAttribute("href"))?.[1];
  const numbers_of = (row) => [number_of(row.cells[1]), number_of(row.cells[3])];
  const differs = (row, fact) =>
    (row.dataset.keys ?? `${numbers_of(row)}`) !== `${fact.white},${fact.black}` ||
    round_of() !== fact.round ||
    outcome_of(row) !== shown(fact.outcome ?? "");

  // Returns where the row says what became of it: a column that the table has from then on.
  const proof_cell = (row, heading) => {
    const has = row.querySelector(".proven");
    if (has) return has;
    const head = row.closest("table").tHead.rows[0];
    if (!head.querySelector(".proof")) {
      const own = document.createElement("th");
      own.scope = "col";
      own.className = "proof";
      own.textContent = heading;
      head.append(own);
    }
    const cell = row.insertCell();
    cell.className = "proven";
    return cell;
  };

  const start = () => {
    const part = document.getElementById("check");
    const form = part?.querySelector("form");
    const words = globalThis.toernooiWords;
    if (!form || !words || !globalThis.toernooiProofs) return;
    const whole = part.querySelector("output");
    const under = part.querySelector(".under");
    under.querySelector("code").textContent = globalThis.toernooiProofs.code;
    under.hidden = !globalThis.toernooiProofs.code;
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const rows = document.querySelectorAll("#main .seats tbody tr");
      for (const row of rows) proof_cell(row, words.proof).textContent = "";
      let head;
      try {
        head = await read_head(form.elements.head.value, form.elements.key?.value);
      } catch (fault) {
        whole.textContent = words[fault.message] ?? words["no-head"];
        whole.dataset.said = fault.message in words ? fault.message : "no-head";
        return;
      }
      const leaves = all_leaves();
      let holding = 0, wrong = 0;
      for (const row of rows) {
        const proof = await proof_of(board_of(row), leaves);
        const cell = proof_cell(row, words.proof);
        if (!proof) {
          cell.textContent = words["no-proof"];
          cell.dataset.said = "no-proof";
          continue;
        }
        let { said, fact } = await check(proof, head, leaves);
        if (said === "holds" && differs(row, fact)) said = "page-differs";
        cell.dataset.said = said;
        cell.textContent = words[said]
          .replace("{position}", proof.position)
          .replace("{outcome}", fact ? shown(fact.outcome ?? "") : "");
        cell.append(" ", saved(proof, row, words.save));
        if (said === "holds") holding += 1;
        else if (said !== "later") wrong += 1;
      }
      whole.dataset.said = wrong ? "wrong" : "right";
      whole.textContent = words[wrong ? "some-wrong" : "all-right"]
        .replace("{holding}", holding)
        .replace("{wrong}", wrong)
        .replace("{size}", head.size);
    });
  };

  globalThis.toernooiCheck = { own_sha256, check, proof_of, read_head };
  if (globalThis.document) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
    else start();
  }
})();
