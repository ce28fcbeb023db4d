import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Links, type LinksFunction, Meta, Outlet } from 'react-router';
import { useFormatLocale } from '#app/lib/format.ts';
import { directionOf } from '#app/lib/i18n.ts';
import { siteContext } from '#app/lib/server-context.ts';
import { Chrome } from '#app/shell/chrome.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageScripts } from '#app/shell/page-scripts.tsx';
import bricolageLatin from '#app/ui/fonts/bricolage-latin.woff2?url';
import interLatin from '#app/ui/fonts/inter-latin.woff2?url';
import appCss from '#app/ui/styles/app.css?url';
import type { Route } from './+types/root';

export const links: LinksFunction = () => [
	// Both: the title is what a page is opened for, and its face would otherwise be found in the style sheet only.
	...[interLatin, bricolageLatin].map((href) => ({
		rel: 'preload',
		href,
		as: 'font',
		type: 'font/woff2',
		crossOrigin: 'anonymous' as const,
	})),
	{ rel: 'stylesheet', href: appCss },
	{ rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	{ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
	{ rel: 'manifest', href: '/manifest.webmanifest' },
];

export function loader({ context }: Route.LoaderArgs) {
	return { site: context.get(siteContext) };
}

/** The site's settings do not change under a visitor. */
export function shouldRevalidate() {
	return false;
}

export function Layout({ children }: { children: ReactNode }) {
	const { i18n } = useLingui();
	const locale = useFormatLocale();
	return (
		<html lang={locale} dir={directionOf(i18n.locale)} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<meta name="color-scheme" content="light dark" />
				<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
				<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1014" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<PageScripts />
			</body>
		</html>
	);
}

export default function Root() {
	return (
		<Chrome>
			<Outlet />
		</Chrome>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<Chrome>
			<ErrorScreen error={error} />
		</Chrome>
	);
}
