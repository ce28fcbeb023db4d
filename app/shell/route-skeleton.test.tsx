import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { PageShape } from '#app/ui/page-skeleton.tsx';
import { PageWaiting, RouteSkeleton } from './route-skeleton.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const app = join(import.meta.dirname, '..');

function waitingAt(path: string, shape?: PageShape, Component: () => ReactNode = PageWaiting): string {
	const pattern = path.replace(/^\/events\/\w+/, '/events/:event');
	const Stub = createRoutesStub([{ path: pattern, Component, ...(shape && { handle: { shape } }) }]);
	return renderToString(
		<I18nProvider i18n={i18n}>
			<Stub initialEntries={[path]} />
		</I18nProvider>,
	);
}

test.each(['figures', 'rows', 'form', 'hero'] as const)(
	'a page that says %s waits in that shape',
	(shape) => {
		const html = waitingAt('/dashboard', shape);
		expect(html).toContain(`data-shape="${shape}"`);
		expect(html).toContain('data-head="page"');
	},
);

test('a page without a word of its shape is a list; that of an event has its name and tabs above', () => {
	const html = waitingAt('/events/fair/guests');
	expect(html).toContain('data-shape="rows"');
	expect(html).toContain('data-head="event"');
	expect(waitingAt('/events/fair/guests', undefined, () => <RouteSkeleton />)).not.toContain('data-head');
});

test('it is busy, and says so once', () => {
	const html = waitingAt('/events/fair/overview', 'figures');
	expect(html.match(/aria-busy="true"/g)).toHaveLength(1);
	expect(html.match(/role="status"/g)).toHaveLength(1);
	expect(html.replace(/<[^>]+>/g, '')).toBe('Loading');
});

test('the style knows every shape, and nothing of it moves for those who want no motion', () => {
	const css = readFileSync(join(app, 'ui/styles/components.css'), 'utf8');
	for (const shape of ['figures', 'rows', 'form', 'hero']) expect(css).toContain(`[data-shape="${shape}"]`);
	const bar = css.slice(css.indexOf('\t.skeleton {'), css.indexOf('\t.skeleton-group {'));
	expect(bar).toMatch(/prefers-reduced-motion: reduce\) \{\s+animation: none;/);
});

test('a spinner stands beside the shape while the user is read', () => {
	expect(waitingAt('/dashboard')).toContain('animate-spin');
	expect(waitingAt('/dashboard', undefined, () => <RouteSkeleton />)).not.toContain('animate-spin');
});

/** These show what somebody has begun, under a heading that says what it is. */
const underWay = ['routes/account/auth-callback.tsx', 'routes/account/verify-email.tsx'];

test('no page that is read is a spinner alone', () => {
	const spinners = globSync(['routes/**/*.tsx', 'shell/**/*.tsx'], { cwd: app })
		.filter((file) => !/^routes\/dev\/|\.test\./.test(file))
		.filter((file) => readFileSync(join(app, file), 'utf8').includes('<Spinner'));
	// Over the page, while a dialog is fetched; and beside the shape of a page.
	expect(spinners.sort()).toEqual([...underWay, 'shell/lazy-part.tsx', 'shell/route-skeleton.tsx'].sort());
	expect(readFileSync(join(app, 'shell/lazy-part.tsx'), 'utf8').match(/<Spinner/g)).toHaveLength(1);
});
