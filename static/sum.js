// Checks a sum: a tap is shown at once, and the server is asked what it is worth.
//
// Every change sends the whole list, and only the answer to the latest one is shown. How it is added up and
// shown is in sum-view.js.
(function () {
  'use strict';

  const companion = window.companion || {};
  const view = companion.sumView;
  if (!view || companion.sum) return;

  const form = view.form;
  const sheet = document.getElementById('verdict');
  const url = form.getAttribute('action');
  const NAMES = ['cards', 'hand', 'deck', 'all', 'none'];
  const MOST_CARDS = 54;
  const LONG_PRESS = 500;
  const TIMEOUT = Number(document.body.dataset.fetchingMs) || 8000;
  const RETRY = Number(document.body.dataset.pollMs) || 2000;

  const state = printedState();
  let asked = null; // the question under way
  let retry = 0;
  let isUnjudged = false;
  let target = ''; // what the open verdict compares with
  let taking = null; // the form that is being sent
  let unsent = null; // one that could not be sent

  // ---- what is declared: in the form's fields, and in the address, so that the page can be left and come back to

  function field(name) {
    return form.querySelector('input[name="' + name + '"]');
  }

  function printedState() {
    const read = (name) => field(name).getAttribute('value'); // a browser may restore the value itself
    return {
      cards: read('cards').split(' ').filter(Boolean), hand: Number(read('hand')),
      deck: read('deck') !== '', all: read('all') !== '', none: read('none') !== '',
    };
  }

  function fields(more) {
    const said = { cards: state.cards.join(' '), hand: state.hand || '' };
    ['deck', 'all', 'none'].forEach((name) => { said[name] = state[name] ? '1' : ''; });
    return Object.assign(said, more);
  }

  function address(said) {
    const names = Object.keys(said).filter((name) => said[name] !== '');
    const query = names.map((name) => name + '=' + encodeURIComponent(said[name])).join('&');
    return query ? url + '?' + query : url;
  }

  function keepInAddress() {
    const here = address(fields(form.dataset.hand ? { deck: '' } : {}));
    if (here === location.pathname + location.search) return;
    try {
      history.replaceState(null, '', here);
    } catch (error) { /* some browsers allow only so many a minute */ }
  }

  function show(isWrong) {
    const said = fields();
    NAMES.forEach((name) => field(name).setAttribute('value', said[name]));
    view.show(state, isWrong);
    keepInAddress();
  }

  // ---- an empty deck stays empty for the rest of the hand

  function deck(act, otherwise) {
    try {
      return act(sessionStorage, 'companion:deck-empty:' + form.dataset.hand);
    } catch (error) {
      return otherwise; // the page alone remembers it
    }
  }

  function keepDeck() {
    if (!form.dataset.hand) return;
    deck((storage, key) => (state.deck ? storage.setItem(key, '1') : storage.removeItem(key)));
  }

  function isDeckKept() {
    return Boolean(form.dataset.hand) && deck((storage, key) => storage.getItem(key) === '1', state.deck);
  }

  function followHand(hand) {
    if (hand === form.dataset.hand) return false;
    form.dataset.hand = hand;
    state.deck = isDeckKept();
    show();
    return true;
  }

  // ---- what one tap does

  const taps = {
    add(card) {
      if (state.cards.length < MOST_CARDS) state.cards.push(card);
    },
    drop(place) {
      state.cards.splice(place, 1);
      if (place === state.hand) state.hand = 0;
      else if (place < state.hand) state.hand -= 1;
    },
    mark(place) {
      state.hand = place;
    },
    clear() {
      unsent = null;
      Object.assign(state, { cards: [], hand: 0, all: false });
    },
    flip(name) {
      state[name] = !state[name];
      keepDeck();
    },
  };

  function tap(name, value) {
    taps[name](name === 'drop' || name === 'mark' ? Number(value) : value);
    show();
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
    asked = send('GET', address(fields({ part: 'answer' })), null, (status, text) => {
      asked = null;
      isUnjudged = status === 0 || status >= 500;
      if (taking) return;
      if (isUnjudged) sayAway();
      else hear(readAnswer(text));
    });
  }

  function hear(told) {
    if (!told) return;
    if (followHand(told.dataset.hand)) judge(); // other colours may be in play
    else if (state.cards.length) putAnswer(told);
  }

  function sayAway() {
    retry = setTimeout(judge, RETRY);
    if (!state.cards.length) return;
    emptyAnswer();
    answer().appendChild(line('quiet', view.forms.away));
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
    if (withoutOperation(told) !== withoutOperation(answer())) answer().replaceWith(told);
    if (unsent && !answer().contains(unsent)) answer().appendChild(unsent);
    show(answer().dataset.state === 'wrong');
  }

  // ---- the verdict on one target

  function askVerdict(value) {
    const question = () => address(fields({ target: target, part: 'verdict' }));
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
    if (isDone) taps.clear();
    unsent = null;
    putAnswer(told);
    followHand(told.dataset.hand);
    if (!isDone && told.dataset.state === 'taken') judge(); // the next sum is being tapped already
  }

  function keepUnsent(taken) {
    const before = taken.querySelector('[data-failed]');
    if (before) before.remove();
    const failed = line('answer-why', view.forms.failed);
    failed.setAttribute('data-failed', '');
    failed.setAttribute('role', 'alert');
    taken.appendChild(failed);
    if (document.contains(taken)) return;
    unsent = taken;
    emptyAnswer();
    judge();
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
    } else if (isOurs && taps[button.name]) {
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

  if (state.deck) keepDeck();
  else if (isDeckKept()) {
    state.deck = true;
    show();
    judge();
  }

  companion.sum = { state: state };
})();
