import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { frameOf } from './layout-rules.ts';
import { useSite } from './site.ts';

/** The frame around every page: skip link, navigation, content, footer. */
export function Chrome({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	const { hasNavigation, hasFooter } = frameOf(pathname);
	const { productName } = useSite();
	return (
		<>
			<a href="#content" className="sr-only focus:not-sr-only">
				<Trans>Skip to content</Trans>
			</a>
			{hasNavigation ? (
				<header>
					<Link to="/">{productName}</Link> <Trans>Beta</Trans>
				</header>
			) : null}
			<main id="content" tabIndex={-1}>
				{children}
			</main>
			{hasFooter ? <footer>© 2025 {productName}</footer> : null}
		</>
	);
}
