// The page view: the only module that touches the document in the sandboxed frame.
//
// Legend
//   text node   found by (wid, k): the k-th text child of the element with data-wid
//   target      what a click would label: {unit, value, wid, pieces, element, mark, label}
//   pieces      parts of text nodes, [{node, start, end}] in UTF-16 units; empty for an attribute or an image
//   entry       a drawn mark: {mark, highlight, ranges, pieces, element}
//
// The document has no listeners and no scripts. Marks of texts are CSS custom highlights; elements without text get an
// attribute. The page's tree is never changed otherwise.

import { colorNumber, markSheet } from "./colors.js";
import { crc32, toPoints, toUnits, tokenAt, wholeWords } from "./text.js";

const MARK = "data-studio-mark";
const HIDDEN = "data-studio-hidden";
const NEVER = new Set(["html", "head", "body"]);
const NEAR = 2;
const MOST_FLASHES = 500;
const FLASH_MS = 1500;

export const keyOf = (field, start, end) => `${field}:${start}:${end}`;

export class PageView {
  constructor(frame) {
    this.frame = frame;
    this.clear();
  }

  clear() {
    this.doc = null;
    this.elements = new Map();
    this.texts = [];
    this.places = new Map();
    this.attributes = new Map();
    this.mismatches = 0;
    this.entries = new Map();
    this.byNode = new Map();
    this.byElement = new Map();
    this.highlights = new Map();
  }

  /** Loads a view and indexes it; an Error if it is not the document that was asked for. */
  async load(url, units) {
    this.clear();
    await new Promise((resolve) => {
      this.frame.addEventListener("load", resolve, { once: true });
      this.frame.contentWindow.location.replace(url);
    });
    const doc = this.frame.contentDocument;
    if (!doc || doc.location.pathname !== url || doc.scripts.length) {
      this.frame.contentWindow.location.replace("about:blank");
      throw new Error("The view is not the page that was asked for. It was closed; use the raw view.");
    }
    this.doc = doc;
    this.win = this.frame.contentWindow;
    const sheet = new this.win.CSSStyleSheet();
    sheet.replaceSync(markSheet());
    doc.adoptedStyleSheets = [sheet];
    this._index(units);
  }

  _index(units) {
    for (const element of this.doc.querySelectorAll("[data-wid]")) {
      const wid = Number(element.dataset.wid);
      if (this.elements.has(wid)) this.mismatches += 1;
      else this.elements.set(wid, element);
    }
    let last = -1;
    let children = [];
    units.wid.forEach((wid, at) => {
      if (wid !== last) {
        children = textChildren(this.elements.get(wid));
        last = wid;
      }
      const node = children[units.k[at]];
      if (!node) {
        // A text without visible characters may be missing in the view: it can never be clicked.
        if (units.length[at] > 0 && this._isShown(wid)) this.mismatches += 1;
        return;
      }
      if (crc32(node.data) !== units.hash[at]) {
        this.mismatches += 1;
        return;
      }
      this.places.set(node, { wid, k: units.k[at] });
      if (node.data.trim()) this.texts.push(node);
    });
    units.attr_wid.forEach((wid, at) => {
      if (!this.attributes.has(wid)) this.attributes.set(wid, []);
      this.attributes.get(wid).push(units.attr[at]);
    });
  }

  _isShown(wid) {
    const element = this.elements.get(wid);
    return Boolean(element) && !element.closest("head") && element.localName !== "style";
  }

  // -- marks

  /** Draws these marks and no others. */
  setMarks(marks, fields) {
    if (!this.doc) return;
    for (const highlight of this.highlights.values()) highlight.clear();
    for (const element of this.byElement.keys()) element.removeAttribute(MARK);
    this.entries.clear();
    this.byNode.clear();
    this.byElement.clear();
    for (const mark of marks) this._draw(mark, fields);
  }

  /** Draws the changes of a delta: `removed` are keys, `added` are marks. */
  change(removed, added, fields) {
    if (!this.doc) return;
    for (const key of removed) this._erase(key);
    const fresh = [];
    for (const mark of added) {
      const key = keyOf(mark[0], mark[2], mark[3]);
      if (!this.entries.has(key) && "XU".includes(mark[1])) fresh.push(key);
      this._erase(key);
      this._draw(mark, fields);
    }
    if (fresh.length <= MOST_FLASHES) this._flash(fresh);
  }

  /** Shows for a moment which marks are new. */
  _flash(keys) {
    const highlight = this._highlight("flash");
    highlight.clear();
    for (const key of keys) for (const range of this.entries.get(key).ranges) highlight.add(range);
    clearTimeout(this.flashing);
    this.flashing = setTimeout(() => highlight.clear(), FLASH_MS);
  }

  _draw(mark, fields) {
    const [field, state, start, end, target] = mark;
    const name = `m${colorNumber(fields.find((one) => one.id === field))}${state}`;
    const entry = { mark, name, ranges: [], pieces: this.piecesOf(target), element: null };
    if (entry.pieces.length) {
      const highlight = this._highlight(name);
      for (const piece of entry.pieces) {
        const range = this._range(piece);
        entry.ranges.push(range);
        highlight.add(range);
        put(this.byNode, piece.node, entry);
      }
    } else if (target[0] === "a" || target[0] === "e") {
      entry.element = this.elements.get(target[1]) || null;
      if (entry.element) {
        put(this.byElement, entry.element, entry);
        this._outline(entry.element);
      }
    }
    this.entries.set(keyOf(field, start, end), entry);
  }

  _erase(key) {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    for (const range of entry.ranges) this.highlights.get(entry.name).delete(range);
    for (const piece of entry.pieces) drop(this.byNode, piece.node, entry);
    if (entry.element) {
      drop(this.byElement, entry.element, entry);
      this._outline(entry.element);
    }
  }

  _outline(element) {
    const names = (this.byElement.get(element) || []).map((entry) => entry.name);
    if (names.length) element.setAttribute(MARK, names.join(" "));
    else element.removeAttribute(MARK);
  }

  _highlight(name) {
    if (!this.highlights.has(name)) {
      const highlight = new this.win.Highlight();
      highlight.priority = name.startsWith("m") ? "XSUNPC".indexOf(name.at(-1)) : 9;
      this.highlights.set(name, highlight);
      this.win.CSS.highlights.set(name, highlight);
    }
    return this.highlights.get(name);
  }

  _range(piece) {
    return new this.win.StaticRange({
      startContainer: piece.node,
      startOffset: piece.start,
      endContainer: piece.node,
      endOffset: piece.end,
    });
  }

  /** The parts of text nodes that a target of the server names. */
  piecesOf(target) {
    const parts = target[0] === "t" ? [target.slice(1)] : target[0] === "m" ? target[1] : [];
    const pieces = [];
    for (const [wid, k, start, end] of parts) {
      const node = textChildren(this.elements.get(wid))[k];
      if (node) pieces.push({ node, start: toUnits(node.data, start), end: toUnits(node.data, end) });
    }
    return pieces;
  }

  /** Shows which text is being dragged over, or nothing. */
  showDrag(piece) {
    this._highlight("drag").clear();
    if (piece) this._highlight("drag").add(this._range(piece));
  }

  // -- what is under the pointer

  /** The target at a point; `depth` skips so many of those that lie on top of each other. */
  targetAt(x, y, field, depth = 0) {
    if (!this.doc) return null;
    const found = [];
    for (const element of this.doc.elementsFromPoint(x, y)) {
      const target = this._targetIn(element, x, y, field);
      if (target && !found.some((one) => one.key === target.key)) found.push(target);
      if (found.length > depth) break;
    }
    const target = found[Math.min(depth, found.length - 1)] || null;
    return (depth === 0 && this._markAround(target, field)) || target;
  }

  /** The link or image around a target, if the active field has an attribute of it as a value. */
  _markAround(target, field) {
    if (!target || target.mark?.[0] === field) return null;
    for (let element = target.element, level = 0; element && level < 4; element = element.parentElement, level += 1) {
      const entry = (this.byElement.get(element) || []).find((one) => one.mark[0] === field);
      if (entry) return this.markTarget(entry);
    }
    return null;
  }

  _targetIn(element, x, y, field) {
    for (const node of element.childNodes) {
      if (node.nodeType === 3 && this.places.has(node) && isOver(node, x, y)) {
        return this.snapped(node, this._offsetAt(node, x, y), field);
      }
    }
    if (this.byElement.has(element) || element.localName === "img") return this.elementTarget(element, field);
    const only = onlyText(element, this.places);
    return only ? this.snapped(only, 0, field) : null;
  }

  _offsetAt(node, x, y) {
    const caret = this.caretAt(x, y);
    return caret && caret.node === node ? caret.offset : 0;
  }

  /** The text node and offset nearest to a point. */
  caretAt(x, y) {
    if (this.doc.caretPositionFromPoint) {
      const found = this.doc.caretPositionFromPoint(x, y);
      return found && found.offsetNode.nodeType === 3 ? { node: found.offsetNode, offset: found.offset } : null;
    }
    const range = this.doc.caretRangeFromPoint(x, y);
    return range && range.startContainer.nodeType === 3
      ? { node: range.startContainer, offset: range.startOffset }
      : null;
  }

  /** The mark at a place in a text, or the whole text. */
  snapped(node, offset, field) {
    const entries = (this.byNode.get(node) || []).filter((entry) =>
      entry.pieces.some((piece) => piece.node === node && piece.start <= offset && offset <= piece.end),
    );
    const entry = chosen(entries.length ? entries : wholeMarks(this.byNode.get(node), node), field);
    return entry ? this.markTarget(entry) : this.textTarget(node);
  }

  /** A mark as a target. */
  markTarget(entry) {
    const [field, , start, end, target, text] = entry.mark;
    const node = entry.pieces[0]?.node;
    return {
      key: `mark ${keyOf(field, start, end)}`,
      unit: { kind: "source", start, end },
      value: [...text].length < 200 ? text : null,
      wid: node ? this.places.get(node)?.wid ?? target[1] : target[1],
      pieces: entry.pieces,
      element: entry.element || node?.parentElement,
      mark: entry.mark,
      label: target[0] === "a" ? `${target[2]}: ${text}` : text,
    };
  }

  /** A whole text node, or a part of it, as a target. */
  textTarget(node, start = null, end = null) {
    const place = this.places.get(node);
    if (!place) return null;
    const isPart = start !== null;
    const from = isPart ? start : node.data.length - node.data.trimStart().length;
    const to = isPart ? end : node.data.trimEnd().length;
    const unit = { kind: "text", wid: place.wid, k: place.k };
    if (isPart) Object.assign(unit, { start: toPoints(node.data, from), end: toPoints(node.data, to) });
    const value = node.data.slice(from, to);
    return {
      key: `text ${place.wid} ${place.k} ${from} ${to}`,
      unit,
      value,
      wid: place.wid,
      pieces: [{ node, start: from, end: to }],
      element: node.parentElement,
      mark: null,
      label: value,
    };
  }

  /** An element as a target: its text, or for an image its address. */
  elementTarget(element, field = null) {
    const wid = Number(element.dataset.wid);
    const entry = chosen(this.byElement.get(element) || [], field);
    if (entry) return this.markTarget(entry);
    if (!element.textContent.trim()) {
      const names = this.attributes.get(wid) || [];
      const name = ["src", "content", "href", "alt", "value"].find((one) => names.includes(one)) || names[0];
      return name ? this.attributeTarget(element, name) : null;
    }
    const value = element.textContent;
    const pieces = this._piecesIn(element);
    return {
      key: `element ${wid}`,
      unit: { kind: "element", wid },
      value,
      wid,
      pieces,
      element,
      mark: this._markOf(pieces, field)?.mark || null,
      label: value.trim(),
    };
  }

  _piecesIn(element) {
    const walker = this.doc.createTreeWalker(element, 4);
    const pieces = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (this.places.has(node) && node.data.trim()) pieces.push({ node, start: 0, end: node.data.length });
    }
    return pieces;
  }

  /** The mark whose texts are exactly these. */
  _markOf(pieces, field) {
    const first = pieces[0] && (this.byNode.get(pieces[0].node) || []);
    return chosen(
      (first || []).filter(
        (entry) =>
          entry.pieces.length === pieces.length && entry.pieces.every((one, at) => one.node === pieces[at].node),
      ),
      field,
    );
  }

  /** An attribute as a target; its value is known to the server only. */
  attributeTarget(element, name) {
    const wid = Number(element.dataset.wid);
    const entry = (this.byElement.get(element) || []).find(
      (one) => one.mark[4][0] === "a" && one.mark[4][2] === name && one.mark[4].length === 3,
    );
    return {
      key: `attr ${wid} ${name}`,
      unit: { kind: "attr", wid, attr: name },
      value: null,
      wid,
      pieces: [],
      element,
      mark: entry ? entry.mark : null,
      label: `${tagOf(element)} ${name}`,
      attr: name,
    };
  }

  // -- from one target to another

  /** What can be taken at the place of a target: its text and the attributes of the elements around it. */
  choices(target, field) {
    const found = [];
    let element = target.element;
    const text = target.attr ? this.elementTarget(element, field) : target;
    if (text && !text.attr) found.push(text);
    for (let level = 0; element && level < 4 && !NEVER.has(element.localName); level += 1) {
      for (const name of this.attributes.get(Number(element.dataset.wid)) || []) {
        found.push(this.attributeTarget(element, name));
      }
      element = element.parentElement;
    }
    return found;
  }

  /** The link around a target. */
  linkOf(target) {
    for (let element = target.element; element; element = element.parentElement) {
      if ((this.attributes.get(Number(element.dataset.wid)) || []).includes("href")) {
        return this.attributeTarget(element, "href");
      }
    }
    return null;
  }

  /** The next larger target with another text. */
  wider(target, field) {
    if (!target) return null;
    const isText = target.unit.kind === "text" || (target.mark && target.pieces.length === 1);
    if (isText) {
      const node = target.pieces[0].node;
      const whole = this.textTarget(node);
      if (whole && whole.value.length > target.value?.length) return whole;
    }
    const known = textOf(target);
    for (let element = target.element; element && !NEVER.has(element.localName); element = element.parentElement) {
      if (element.textContent.trim() !== known && !(target.unit.kind === "element" && element === target.element)) {
        return this.elementTarget(element, field);
      }
    }
    return null;
  }

  /** The next smaller target: the text under the pointer, then the word in it. */
  narrower(target, point) {
    if (!target?.pieces.length) return null;
    const caret = point && this.caretAt(point.x, point.y);
    const piece = (caret && target.pieces.find((one) => one.node === caret.node)) || target.pieces[0];
    if (target.pieces.length > 1) return this.textTarget(piece.node);
    const offset = caret && caret.node === piece.node ? caret.offset : piece.start;
    const token = tokenAt(piece.node.data, Math.max(offset, piece.start));
    return token && token[1] - token[0] < piece.end - piece.start ? this.textTarget(piece.node, ...token) : null;
  }

  /** The part of a text between two carets. */
  dragTarget(from, to, isExact) {
    if (!from || !this.places.has(from.node)) return null;
    const text = from.node.data;
    const isAfter = !to || from.node.compareDocumentPosition(to.node) & 4;
    const end = to && to.node === from.node ? to.offset : isAfter ? text.length : 0;
    const ordered = [Math.min(from.offset, end), Math.max(from.offset, end)];
    const [start, stop] = isExact ? ordered : wholeWords(text, ...ordered);
    return stop > start ? this.textTarget(from.node, start, stop) : null;
  }

  /** The next or previous text in the order of the page. */
  neighbour(target, step, field) {
    if (!this.texts.length) return null;
    const node = target?.pieces[0]?.node;
    let at = node ? this.texts.indexOf(node) : -1;
    if (at < 0 && target?.element) {
      at = this.texts.findIndex((one) => target.element.compareDocumentPosition(one) & 4) - (step > 0 ? 1 : 0);
    }
    for (let next = at + step; next >= 0 && next < this.texts.length; next += step) {
      const found = this.texts[next];
      if (found.parentElement.checkVisibility?.() === false) continue;
      return this.snapped(found, 0, field);
    }
    return null;
  }

  /** The ancestors of a target, from the outermost. */
  crumbs(target) {
    const found = [];
    for (let element = target?.element; element; element = element.parentElement) found.unshift(element);
    return found.map((element) => ({ element, label: labelOf(element) }));
  }

  /** Hides the element of a target in the view. */
  hide(target) {
    let element = target.element;
    for (let up = element; up && !NEVER.has(up.localName); up = up.parentElement) {
      if (["fixed", "sticky"].includes(this.win.getComputedStyle(up).position)) element = up;
    }
    element.setAttribute(HIDDEN, "");
  }

  showAll() {
    for (const element of this.doc?.querySelectorAll(`[${HIDDEN}]`) || []) element.removeAttribute(HIDDEN);
  }

  // -- geometry

  /** The boxes of a target, in the coordinates of the frame. */
  rects(target) {
    if (!this.doc || !target) return [];
    const rects = target.pieces.length
      ? target.pieces.flatMap((piece) => [...this._live(piece).getClientRects()])
      : target.element
        ? [target.element.getBoundingClientRect()]
        : [];
    return merged(rects.filter((rect) => rect.width > 0 && rect.height > 0));
  }

  _live(piece) {
    const range = this.doc.createRange();
    range.setStart(piece.node, piece.start);
    range.setEnd(piece.node, piece.end);
    return range;
  }

  /** For every mark its key, its box in the document, its field and state. */
  boxes() {
    const { scrollX, scrollY } = this.win;
    const found = [];
    for (const [key, entry] of this.entries) {
      const rect = entry.pieces.length
        ? this._live(entry.pieces[0]).getBoundingClientRect()
        : entry.element?.getBoundingClientRect();
      if (rect && (rect.width || rect.height)) {
        const bottom = entry.pieces.length > 1 ? this._live(entry.pieces.at(-1)).getBoundingClientRect().bottom : rect.bottom;
        const [field, state, start, end] = entry.mark;
        const box = { left: rect.left + scrollX, top: rect.top + scrollY, bottom: bottom + scrollY };
        found.push({ key, field, state, start, end, ...box });
      }
    }
    return found;
  }

  /** For each row, a span of the source, the box around those of these values that are in it. */
  rowBoxes(rows, values) {
    const { scrollX, scrollY } = this.win;
    const found = [];
    for (const [start, end] of rows) {
      const inside = values.filter((value) => value[0] >= start && value[1] <= end);
      const rects = inside.flatMap(([, , target]) => this.piecesOf(target).map((piece) => this._live(piece).getBoundingClientRect()));
      const seen = rects.filter((rect) => rect.width || rect.height);
      if (!seen.length) continue;
      const [left, top] = ["left", "top"].map((side) => Math.min(...seen.map((rect) => rect[side])));
      const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...seen.map((rect) => rect[side])));
      found.push({ left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY });
    }
    return found;
  }

  scroll() {
    return this.doc ? { x: this.win.scrollX, y: this.win.scrollY } : { x: 0, y: 0 };
  }

  scrollTo(x, y) {
    this.win?.scrollTo(x, y);
  }

  /** Scrolls the page, or the box under the pointer that can be scrolled. */
  scrollBy(dx, dy, point) {
    if (!this.doc) return;
    let element = point && this.doc.elementFromPoint(point.x, point.y);
    for (; element && !NEVER.has(element.localName); element = element.parentElement) {
      const style = this.win.getComputedStyle(element);
      const isScroller = /auto|scroll/.test(style.overflowY + style.overflowX);
      const before = element.scrollTop + element.scrollLeft;
      if (isScroller) element.scrollBy(dx, dy);
      if (isScroller && element.scrollTop + element.scrollLeft !== before) return;
    }
    this.win.scrollBy(dx, dy);
  }

  /** Scrolls so that a target is visible. */
  reveal(target) {
    const [rect] = this.rects(target);
    const root = this.doc?.documentElement;
    if (rect && (rect.top < 10 || rect.bottom > this.win.innerHeight - 10 || rect.left < 0 || rect.left > root.clientWidth)) {
      target.element?.scrollIntoView({ block: "center", inline: "nearest" });
    }
  }

  /** The part of the frame that the glass covers: all but its scrollbars. */
  size() {
    const root = this.doc?.documentElement;
    return root ? { width: root.clientWidth, height: this.win.innerHeight } : { width: 0, height: 0 };
  }
}

export const tagOf = (element) => element.dataset.tag || element.localName;

function labelOf(element) {
  const name = element.id ? `#${element.id}` : element.classList.length ? `.${element.classList[0]}` : "";
  return tagOf(element) + name;
}

const textOf = (target) => target.pieces.map((piece) => piece.node.data.slice(piece.start, piece.end)).join("").trim();

function textChildren(element) {
  return element ? [...element.childNodes].filter((node) => node.nodeType === 3) : [];
}

function isOver(node, x, y) {
  if (!node.data.trim()) return false;
  const range = node.ownerDocument.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].some(
    (rect) => x >= rect.left - NEAR && x <= rect.right + NEAR && y >= rect.top - NEAR && y <= rect.bottom + NEAR,
  );
}

/** The only text in an element, for a click beside it in a cell or a button. */
function onlyText(element, places) {
  if (NEVER.has(element.localName) || element.textContent.length > 2000) return null;
  const walker = element.ownerDocument.createTreeWalker(element, 4);
  let found = null;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || !places.has(node)) continue;
    if (found) return null;
    found = node;
  }
  return found;
}

/** Of several marks at one place: that of the active field, else the one that was labelled, else the shortest. */
function chosen(entries, field) {
  const order = (entry) => [entry.mark[0] === field ? 0 : 1, "PCNXUS".indexOf(entry.mark[1]), entry.mark[3] - entry.mark[2]];
  return [...entries].sort((one, other) => {
    const [a, b] = [order(one), order(other)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  })[0];
}

/** The marks that cover a whole text. */
function wholeMarks(entries, node) {
  return (entries || []).filter((entry) =>
    entry.pieces.some((piece) => piece.node === node && node.data.slice(piece.start, piece.end).trim() === node.data.trim()),
  );
}

function put(map, key, entry) {
  if (map.has(key)) map.get(key).push(entry);
  else map.set(key, [entry]);
}

function drop(map, key, entry) {
  const left = (map.get(key) || []).filter((one) => one !== entry);
  if (left.length) map.set(key, left);
  else map.delete(key);
}

/** Boxes of one line become one box. */
function merged(rects) {
  const found = [];
  for (const rect of rects) {
    const last = found.at(-1);
    if (last && Math.abs(last.top - rect.top) < 4 && rect.left - last.right < 12 && rect.left >= last.left) {
      last.right = Math.max(last.right, rect.right);
      last.bottom = Math.max(last.bottom, rect.bottom);
    } else {
      found.push({ left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom });
    }
  }
  return found;
}
