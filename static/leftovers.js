// Sends, from every page of a table, the piles that another page of this phone left unsaved.
//
// What needs people's decision is only pointed at (#unsaved-pile, where the page has it).
(function () {
  'use strict';

  const companion = window.companion || {};
  const piles = companion.piles;
  if (!piles || companion.leftovers) return;
  companion.leftovers = true;

  const KEPT = 12;
  const WEEK = 7 * 24 * 3600 * 1000;

  function isWaiting(record) {
    return piles.isUnsaved(record) && Date.now() - record.at < WEEK;
  }

  // The newest records stay, and for a week whatever is unsaved.
  function tidy() {
    piles.keys().filter((key) => !piles.read(key)).forEach(piles.remove);
    piles.keys().map((key) => ({ key: key, record: piles.read(key) }))
      .sort((a, b) => b.record.at - a.record.at)
      .slice(KEPT)
      .filter((old) => !piles.isOpen(old.key) && !isWaiting(old.record))
      .forEach((old) => piles.remove(old.key));
  }

  function send() {
    const asked = deciding();
    piles.keys()
      .filter((key) => !piles.isOpen(key) && isWaiting(piles.read(key)) && asked.indexOf(key) < 0)
      .forEach((key) => piles.open(key, unattended(key)).send());
  }

  function unattended(key) {
    const nothing = () => {};
    return {
      saved: nothing, failed: nothing, refused: nothing, gone: nothing, elsewhere: nothing,
      stale: () => pointAt(key),
    };
  }

  function pointAt(key) {
    const note = document.getElementById('unsaved-pile');
    if (!note) return;
    note.hidden = false;
    note.onclick = (event) => {
      const record = piles.read(key);
      if (!event.target.closest('button')) return;
      if (record) piles.askWhichIsRight(record);
      else note.hidden = true;
    };
  }

  // ---- a page that asks which version is right has plain forms that save the pile

  function pathOf(url) {
    return new URL(url || '', location.href).pathname;
  }

  function unsavedAt(path) {
    return piles.keys().filter((key) => {
      const record = piles.read(key);
      return piles.isUnsaved(record) && pathOf(record.url) === path;
    });
  }

  function deciding() {
    return Array.from(document.querySelectorAll('main form:not(#pile)'))
      .map((form) => unsavedAt(pathOf(form.getAttribute('action'))))
      .reduce((all, some) => all.concat(some), []);
  }

  // Answering there settles it, by a button or by a link beside the two versions.
  function settle(event) {
    const action = event.target.getAttribute('action');
    if (event.target.id !== 'pile') unsavedAt(pathOf(action)).forEach(piles.remove);
  }

  function settleByLink(event) {
    if (event.target.closest && event.target.closest('main a[href]')) deciding().forEach(piles.remove);
  }

  document.addEventListener('submit', settle);
  document.addEventListener('click', settleByLink);
  document.addEventListener('DOMContentLoaded', () => {
    tidy();
    send();
  });
})();
