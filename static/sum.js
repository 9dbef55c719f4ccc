// Checks a sum: a tap is shown at once, and the server is asked what it is worth.
//
// Every change sends the whole list, and only the answer to the latest one is shown. How it is added up and
// shown is in sum-view.js, what is declared in sum-state.js.
(function () {
  'use strict';

  const companion = window.companion || {};
  const sum = companion.sum;
  if (!sum || sum.isOpen) return;
  sum.isOpen = true;

  const form = companion.sumView.form;
  const forms = companion.sumView.forms;
  const state = sum.state;
  const sheet = document.getElementById('verdict');
  const LONG_PRESS = 500;
  const TIMEOUT = Number(document.body.dataset.fetchingMs) || 8000;
  const RETRY = Number(document.body.dataset.pollMs) || 2000;

  let asked = null; // the question under way
  let retry = 0;
  let isUnjudged = false;
  let target = ''; // what the open verdict compares with
  let taking = null; // the form that is being sent
  let unsent = null; // one that could not be sent

  // ---- one tap

  function tap(name, value) {
    if (name === 'clear') unsent = null;
    sum.taps[name](name === 'drop' || name === 'mark' ? Number(value) : value);
    sum.show();
    emptyAnswer();
    judge();
    if (!sheet.open) return;
    if (state.cards.length) askVerdict(target);
    else sheet.close();
  }

  // ---- asking the server

  // Calls answered(status, text) once, unless the request is dropped before; status 0: no answer.
  function send(method, where, body, answered) {
    const request = new XMLHttpRequest();
    request.open(method, where);
    request.timeout = TIMEOUT;
    if (body) request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
    request.onloadend = () => answered(request.status, request.responseText);
    request.send(body);
    return request;
  }

  function stopAsking() {
    clearTimeout(retry);
    if (!asked) return;
    asked.onloadend = null;
    asked.abort();
    asked = null;
  }

  function judge() {
    stopAsking();
    asked = send('GET', sum.address(sum.fields({ part: 'answer' })), null, (status, text) => {
      asked = null;
      isUnjudged = status === 0 || status >= 500;
      if (taking) return;
      if (isUnjudged) sayAway();
      else hear(readAnswer(text));
    });
  }

  function hear(told) {
    if (!told) return;
    if (sum.followHand(told.dataset.hand)) judge(); // other colours may be in play
    else if (state.cards.length) putAnswer(told);
  }

  function sayAway() {
    retry = setTimeout(judge, RETRY);
    if (!state.cards.length) return;
    emptyAnswer();
    answer().appendChild(line('quiet', forms.away));
  }

  function judgeAgain() {
    if (isUnjudged) judge();
  }

  // ---- what it says

  function answer() {
    return document.getElementById('sum-answer');
  }

  function line(className, text) {
    const paragraph = document.createElement('p');
    paragraph.className = className;
    paragraph.textContent = text;
    return paragraph;
  }

  function emptyAnswer() {
    answer().textContent = '';
    answer().dataset.state = 'asking';
    if (unsent) answer().appendChild(unsent);
  }

  function readAnswer(markup) {
    const box = document.createElement('div');
    box.innerHTML = markup;
    return box.querySelector('#sum-answer');
  }

  function withoutOperation(element) {
    return element.outerHTML.replace(/name="op" value="[^"]*"/g, '');
  }

  // The same answer again is left alone: a finger may be on its button.
  function putAnswer(told) {
    const fresh = told.querySelector('[data-take]');
    if (isUnsent(fresh)) fresh.replaceWith(unsent);
    else if (unsent) told.appendChild(unsent);
    if (withoutOperation(told) !== withoutOperation(answer())) answer().replaceWith(told);
    sum.show(answer().dataset.state === 'wrong');
  }

  // The same sum once more is the same operation, whose answer may only have been lost.
  function isUnsent(taken) {
    const says = (one) => Array.from(one.querySelectorAll('input:not([name=op])'), (input) => input.value).join('/');
    return Boolean(taken && unsent) && says(taken) === says(unsent);
  }

  // ---- the verdict on one target

  function askVerdict(value) {
    const question = () => sum.address(sum.fields({ target: target, part: 'verdict' }));
    target = value;
    const mine = question();
    send('GET', mine, null, (status, text) => {
      if (mine !== question()) return;
      if (status === 200) showVerdict(text);
      else if (!sheet.open) sayAway();
    });
  }

  function showVerdict(markup) {
    sheet.innerHTML = markup;
    const fresh = sheet.querySelector('[data-take]');
    if (isUnsent(fresh)) fresh.querySelector('[name=op]').value = unsent.querySelector('[name=op]').value;
    if (!sheet.open) sheet.showModal();
  }

  // ---- taking it: the same operation is sent until it is answered

  function take(taken, player) {
    if (taking) return;
    taking = taken;
    const cards = state.cards.join(' ');
    const said = Array.from(taken.querySelectorAll('input')).map((one) => [one.name, one.value]);
    const body = said.concat([['player', player], ['part', 'answer']])
      .map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    send('POST', taken.getAttribute('action'), body, (status, text) => {
      const told = status === 0 || status >= 500 ? null : readAnswer(text);
      taking = null;
      if (told) haveTaken(told, status === 200 && cards === state.cards.join(' '));
      else if (status === 0 || status >= 500) keepUnsent(taken);
      else location.reload(); // this phone may not be here any more
    });
  }

  function haveTaken(told, isDone) {
    stopAsking();
    if (sheet.open) sheet.close();
    if (isDone) sum.taps.clear();
    unsent = null;
    putAnswer(told);
    sum.followHand(told.dataset.hand);
    if (!isDone && told.dataset.state === 'taken') judge(); // the next sum is being tapped already
  }

  function keepUnsent(taken) {
    const before = taken.querySelector('[data-failed]');
    if (before) before.remove();
    const failed = line('answer-why', forms.failed);
    failed.setAttribute('data-failed', '');
    failed.setAttribute('role', 'alert');
    taken.appendChild(failed);
    unsent = taken;
    if (!document.contains(taken)) answer().appendChild(taken); // other cards were tapped meanwhile
  }

  // ---- what is touched

  let press = 0;
  let wasLong = false; // the click that ends a long press is none

  document.addEventListener('click', (event) => {
    const button = event.target.closest('button[name]');
    const isOurs = button && (form.contains(button) || sheet.contains(button));
    if (event.target === sheet || (sheet.open && event.target.closest('[data-close]'))) {
      event.preventDefault();
      sheet.close();
    } else if (isOurs && sum.taps[button.name]) {
      event.preventDefault();
      if (!wasLong) tap(button.name, button.value);
      wasLong = false;
    } else if (isOurs && button.name === 'target' && sheet.showModal) {
      event.preventDefault();
      askVerdict(button.value);
    }
  });

  document.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (!event.target.closest('[data-take]') || !button) return;
    event.preventDefault();
    take(event.target, button.value);
  });

  document.addEventListener('pointerdown', (event) => {
    const card = event.target.closest('#sum .used-card');
    clearTimeout(press);
    wasLong = false;
    if (!card) return;
    press = setTimeout(() => {
      wasLong = true;
      tap('mark', card.value);
    }, LONG_PRESS);
  });
  ['pointerup', 'pointercancel'].forEach((name) => document.addEventListener(name, () => clearTimeout(press)));
  form.addEventListener('contextmenu', (event) => event.target.closest('.used-card') && event.preventDefault());

  document.addEventListener('live:changed', judge);
  document.addEventListener('live:on', judgeAgain);
  window.addEventListener('online', judgeAgain);

  if (state.cards.length) judge(); // what the page was printed with may be old
})();
