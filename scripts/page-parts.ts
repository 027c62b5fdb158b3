/**
 * Which modules of the page go into which chunk: packages, what several screens share, and each screen. Chunks are few, so that a
 * slow connection makes few requests. test/operations/budgets.test.ts limits what each screen may load.
 */
export const PAGE_PARTS = [
  // QR codes: on cards, in two-step sign-in and in Take my garden along.
  {
    name: 'qr',
    test: /node_modules\/lean-qr|web\/ui\/qr-code/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'packages',
    // Socket.IO is a chunk of its own, which battles load late.
    test: /node_modules(?!\/socket\.io-client)|rolldown\/runtime|vite\/preload-helper/,
    priority: 2,
  },
  // Shared by boards and home. Practice shows no board and loads none of it.
  {
    name: 'live',
    test: /\/(web\/(lib\/live|ui\/rank-mark|features\/(leaderboard\/rank-before|guest\/allowance\.|battle\/(battle-operations|(use-)?champion|fighter-name|streak|fire)))|web\/generated\/(leaderboard|battle)-calls|domain\/(location|division))/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  // Shared by practice, battles and pages of accounts; home does not wait for it.
  {
    name: 'play',
    test: /\/(web\/(lib\/(whole-screen|answer-keys|typed-digit|use-fresh)|ui\/(choice-group|keypad|stage-heading|written-problem|confetti|verdict|array-model|number-line|visual-model-view|answer-box|needs-help-mark))|domain\/(fact|fact-selection|scoring|category|visual-model))\./,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  // Practice and the engine, which also updates a student's memory on other pages. The warm-up loads later.
  {
    name: 'practice',
    test: /\/(web\/features\/(practice\/(?!warm-up[-.](screen|run|messages)|why-adult)|learning\/device)|domain\/(learning\/(choose|diagnosis|fold|hint|session-choice|todays-ten)|(practice|practice-(state|clock|record)|session-length|missed-facts|praise)\.))/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  // The warm-up, which practice loads when it is offered.
  {
    name: 'warm-up',
    test: /\/(web\/features\/practice\/warm-up[-.](screen|run|messages)|domain\/learning\/warm-up)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // The memory of each fact and its plant: the garden shows them, practice changes them.
  {
    name: 'memory',
    test: /\/(domain\/(learning\/(memory|difficulty|states|stored|update|entry-time)|garden)|web\/(assets\/garden|ui\/plant))\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // Home's messages, which practice does not need.
  {
    name: 'home-words',
    test: /\/web\/features\/guest\/messages\.en/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // What the garden and sign-in read of a guest.
  {
    name: 'guest-memory',
    test: /\/(web\/lib\/guest-memory|domain\/learning\/brought)\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // A guest's answers: practice writes them; the garden, results and sign-in read them.
  {
    name: 'guest-log',
    test: /\/web\/features\/guest\/(guest-log|logged-sessions)\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // Only achievements of guests and games for home ask for sets of facts.
  {
    name: 'sets',
    test: /\/domain\/(school\/fact-sets|achievements\/sets)\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // The rules of games: the page of games, prints and weekly reports have them; a dashboard only names a game.
  {
    name: 'game-rules',
    test: /\/domain\/games\.en\.ts/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // Their names, and which one helps with a set.
  {
    name: 'games',
    test: /\/domain\/(games|game-titles\.en|school\/game-of-week)\.ts/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // What a child's progress is called, on its own page, its adults' pages and a guest's home.
  {
    name: 'progress-words',
    test: /\/web\/features\/progress\/messages\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // What the weekly report of parents and the page that ends its email share.
  {
    name: 'weekly',
    test: /\/(web\/(features\/weekly\/messages|generated\/weekly-calls)|domain\/school\/weekly-report\.en)/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 3,
  },
  // A student's assignments: home shows them, practice counts for them. Adults' pages have their own parts.
  {
    name: 'assigned',
    test: /\/(web\/(features\/assignments\/card|generated\/assignment-calls)|domain\/school\/(assigned|set)-names\.)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // What adults assign: the page of assignments, and next week's on the class page, which loads it late.
  {
    name: 'assigning',
    test: /\/(web\/features\/assignments\/assign-draft|domain\/(school-year|school\/assignment))\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // The goal of a class, on the home of students and on the class page; both load it late.
  {
    name: 'class-goal',
    test: /\/web\/(features\/class-goal\/(goal-|messages)|generated\/class-goal-calls)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // What a guest has achieved, and its days: home, practice and the garden read it.
  {
    name: 'guest-record',
    test: /\/(web\/features\/achievements\/guest-(achievements|streak)|domain\/(achievements\/(catalog|announce)|calendar|streak)|web\/lib\/local-zone)\./,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  // Practice loads them for its results.
  {
    name: 'achievements',
    test: /\/web\/features\/(achievements\/(?!guest-|home-|collection)|guest\/logged-sessions)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'collection',
    test: /\/web\/features\/achievements\/collection\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'garden',
    test: /\/web\/(features\/(garden\/|take-along\/(messages|second-click))|pages\/garden-top)/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 2,
  },
  // A bed at a glance: home shows one, the garden all.
  {
    name: 'bed',
    test: /\/web\/ui\/bed-picture/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // Who is signed in, and names in sentences: boards and battles ask for it, the first load does not.
  {
    name: 'session',
    test: /\/web\/(lib\/session\.|ui\/with-names\.|generated\/session-calls)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // The animal and today's ten-frames, which home and practice show.
  {
    name: 'ten',
    test: /\/(web\/(lib\/todays-ten|assets\/animals|ui\/(animal-badge|progress-frames))|domain\/todays-ten)\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // The start of home, for guests and students.
  {
    name: 'today',
    test: /\/web\/features\/today\//,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  {
    name: 'boards',
    test: /\/web\/(features\/leaderboard\/|(lib\/(steady-order|paused-updates)|ui\/(moving-list|pause-updates)))/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 2,
  },
  // What is done for a signed-in student, on every page.
  {
    name: 'student',
    test: /\/(web\/(features\/student\/|generated\/student-calls)|domain\/student-settings)/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 2,
  },
  // A player's own battles, on the home of students and on the battle boards.
  {
    name: 'battle-stats',
    test: /\/web\/features\/battle\/(battle-stats|boards\.messages)/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  // How a child plays: adults set it, and children on their own page.
  {
    name: 'settings',
    test: /\/web\/(features\/settings\/|generated\/settings-calls)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // What a class shows first, before its children and their cards.
  {
    name: 'class-head',
    test: /\/(web\/(features\/classes\/(class-(head|actions)|rename-dialog|confirm-dialog|by-name|unadded-names|class-room\.messages)|generated\/class-calls)|contract\/namings)/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 4,
  },
  // The key of a child's name, which lists and signing in compare.
  {
    name: 'child-name',
    test: /\/domain\/child-name\./,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 4,
  },
  // What reads a list of children, pasted or from a file.
  {
    name: 'roster',
    test: /\/(domain\/roster\/|web\/features\/classes\/(import-list|refused-words))/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  // The gate of pages for adults.
  {
    name: 'gate',
    test: /\/web\/(features\/account\/(signed-in-gate|messages\.|session\.)|lib\/(landing|handed-over)|ui\/(page-message|field|grid-keys|name-checks))/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 4,
  },
  // What the pages of classes and families share; no child waits for it.
  {
    name: 'classes',
    test: /\/(web\/(features\/classes\/|generated\/(class|child|child-data|calendar|export)-calls)|contract\/namings)/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 3,
  },
  // What adults print.
  {
    name: 'print',
    test: /\/(web\/(features\/print\/|generated\/report-calls|pages\/achievement-sentence)|domain\/school\/report-period)/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 3,
  },
  // What a class's page shares with other pages of adults.
  {
    name: 'dashboard',
    test: /\/(web\/(features\/(dashboard\/|assignments\/assignments\.messages)|lib\/save-text|generated\/dashboard-calls)|domain\/(csv|school\/(dashboard|fact-letters|groups|labels|lately|need-order|open-set|teaching-order)))[/.]?/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 3,
  },
  // Calls of who is signed in, and what is said when one fails.
  {
    name: 'calls',
    test: /\/web\/(lib\/(session-call|use-(answer|action|saving))|ui\/failure)/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // What the pages of accounts and progress share; nobody who only plays waits for it.
  {
    name: 'accounts',
    test: /\/(web\/(features\/(account|progress)\/|lib\/(session-call|fetch-file|landing|use-(answer|action|saving))|(ui|assets)\/(badge\.messages|fail|field|page-message|pin-picture|grid-keys))|web\/generated\/(account|security)-calls|contract\/child-|domain\/(child-name|pin|code))/,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 2,
  },
  {
    name: 'shared',
    test: /\/(web\/(lib|ui|features|generated|screen)|domain|contract)[/.]/,
    minShareCount: 2,
    priority: 1,
  },
]
