import type { Plugin } from 'vite';
import { leaveOut } from './leave-out.ts';

/** Functions of React's client that only a `<ViewTransition>` (or its events) can reach. */
const VIEW_TRANSITIONS = [
	'applyViewTransitionName',
	'applyViewTransitionToHostInstances',
	'collectClientRects',
	'commitAfterMutationEffectsOnFiber',
	'commitEnterViewTransitions',
	'commitExitViewTransitions',
	'commitNestedViewTransitions',
	'createViewTransitionInstance',
	'flushAfterMutationEffects',
	'getViewTransitionClassName',
	'getViewTransitionName',
	'measureNestedViewTransitions',
	'measureViewTransitionHostInstancesRecursive',
	'reportViewTransitionError',
	'restoreEnterOrExitViewTransitions',
	'restoreNestedViewTransitions',
	'restoreViewTransitionName',
	'restoreViewTransitionOnHostInstances',
	'scheduleViewTransitionEvent',
	'startViewTransition',
	'trackEnterViewTransitions',
];

/** Hints to the browser about files to come, for who calls them by hand; the router writes its own links. */
const RESOURCE_HINTS = [
	'prefetchDNS',
	'preconnect',
	'preload',
	'preloadModule',
	'preinitStyle',
	'preinitScript',
	'preinitModuleScript',
];

/** What only a `ref` on a `<Fragment>`, `<SuspenseList>` and `useActionState` can reach. */
const OTHERS = [
	// Which components an error passed through, found by calling them once more: nobody reads it (lib/crash-reports.ts).
	'describeNativeComponentFrame',
	'FragmentInstance',
	'commitNewChildToFragmentInstance',
	'deleteChildFromFragmentInstance',
	'getFragmentInstanceOrTextInstanceSiblings',
	'scrollTextNodeIntoView',
	'validateDocumentPositionWithFiberTree',
	'updateSuspenseListComponent',
	'mountActionState',
	'updateActionState',
	'updateActionStateImpl',
	'rerenderActionState',
];

const FILE = /react-dom\/cjs\/react-dom-client\.production\.js$/;
const LEFT_OUT = '(?:ViewTransition|SuspenseList|useActionState)';
const USES = [
	new RegExp(`\\bimport\\s*\\{[^}]*\\b(?:unstable_)?${LEFT_OUT}\\b[^}]*\\}\\s*from\\s*['"]react['"]`),
	new RegExp(`\\bReact(?:\\$\\d+)?\\.(?:unstable_)?${LEFT_OUT}\\b`),
	/\bimport\s*\{[^}]*\b(?:prefetchDNS|preconnect|preload(?:Module)?|preinit(?:Module)?)\b[^}]*\}\s*from\s*['"]react-dom['"]/,
	/<(?:React\.)?Fragment\b[^>]*\bref=/,
];

/** Whether a module of the app or of a library asks for something of React that its build leaves out. */
export function asksForLeftOut(code: string): boolean {
	return USES.some((pattern) => pattern.test(code));
}

/**
 * Leaves out of every page what this app uses nowhere of React: view transitions as components, refs on fragments, lists
 * of suspense, `useActionState`, hints about files. Only elements and hooks of these names lead to the functions above; a module that uses
 * one fails the build, and so does a release of React in which a function has another name. Then look again, or take the
 * plugin away; nothing else depends on it.
 */
export function leanReact(): Plugin {
	return {
		name: 'lean-react',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: (environment) => environment.name === 'client',
		transform: {
			filter: { id: /\.[mc]?[jt]sx?(?:\?|$)/ },
			handler(code, id) {
				if (FILE.test(id))
					return { code: leaveOut(code, [...VIEW_TRANSITIONS, ...RESOURCE_HINTS, ...OTHERS], id), map: null };
				if (asksForLeftOut(code))
					this.error(`${id} uses a part of React that scripts/vite/lean-react.ts leaves out.`);
				return null;
			},
		},
	};
}
