import { expect, test } from 'vitest';
import { lightenIcon } from './lean-icons.ts';
import { asksForLeftOut } from './lean-react.ts';
import { state } from './lean-router.ts';

test.each([
	"import { useState, ViewTransition } from 'react';",
	'import { unstable_SuspenseList as List } from "react";',
	'const [a] = React$1.useActionState(b);',
	'return <Fragment key={1} ref={here}>x</Fragment>;',
	"import { createPortal, preload } from 'react-dom';",
])('what the build leaves out of React is noticed where it is used: %s', (code) => {
	expect(asksForLeftOut(code)).toBe(true);
});

test.each([
	"import { useState } from 'react';",
	'const ViewTransitionContext = React$1.createContext(null);',
	"import { ViewTransition } from './own.ts';",
	"import { createPortal } from 'react-dom';",
	'return <Fragment key={1}><p ref={here} /></Fragment>;',
])('and nothing else is: %s', (code) => {
	expect(asksForLeftOut(code)).toBe(false);
});

test('an icon keeps its lines only', () => {
	const code = `const __iconData = {
  name: "house",
  size: 24,
  node: [
    ["path", { d: "M15 21v-8", key: "5wwlr5" }],
    [
      "path",
      {
        d: "M3 10a2",
        key: "r6nss1"
      }
    ]
  ],
  aliases: ["home"]
};
__iconData.node;
const House = createLucideIcon(__iconData);
`;
	expect(lightenIcon(code).replaceAll(/\s+/g, ' ')).toBe(
		'const __iconData = { node: [ ["path", { d: "M15 21v-8" }], [ "path", { d: "M3 10a2" } ] ], }; const House = /* @__PURE__ */ createLucideIcon(__iconData); ',
	);
});

test('names for developer tools go, and a router that is written otherwise stops the build', () => {
	expect(state('const A = React$1.createContext(1);\nA.displayName = "A";', 'context.js')).toBe(
		'const A = /* @__PURE__ */ React$1.createContext(1);\n',
	);
	expect(() => state('', 'router/router.js')).toThrow('router/router.js no longer reads');
});
