import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSession } from '#app/lib/session.ts';
import { LogoMark } from '#app/ui/logo.tsx';
import { COPYRIGHT_YEAR } from '#shared/lib/product.ts';
import { useIdleParts } from './idle-loaded.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { footerColumns } from './links.ts';
import { useSite } from './site.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** Short for logged-in users, full with its columns for guests. */
export function Footer() {
	const session = useSession();
	const isGuest = session.status === 'guest';
	return (
		<footer className="page-footer mt-auto border-t pb-(--bottom-bar)" data-print="hide">
			<div className="page-width py-8 text-compact text-muted">
				{isGuest ? <Columns /> : null}
				<BottomLine />
			</div>
		</footer>
	);
}

function Columns() {
	const { i18n } = useLingui();
	return (
		<div className="in-data-session:hidden grid grid-cols-2 gap-8 pb-8 sm:grid-cols-3">
			{footerColumns.map(({ title, links }) => (
				<nav key={title.id} aria-label={i18n._(title)}>
					<h2 className="mb-2 text-compact font-semibold text-ink">{i18n._(title)}</h2>
					<ul>
						{links.map((link) => (
							<li key={link.to}>
								<Link
									to={link.to}
									className="inline-flex min-h-8 items-center hover:text-ink hover:underline pointer-coarse:min-h-11"
								>
									{i18n._(link.label)}
								</Link>
							</li>
						))}
					</ul>
				</nav>
			))}
		</div>
	);
}

function BottomLine() {
	const { productName } = useSite();
	const parts = useIdleParts();
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
			<LogoMark size={20} />
			<p>
				<Trans>
					© {String(COPYRIGHT_YEAR)} {productName}
				</Trans>
			</p>
			{parts ? (
				<parts.CountingSwitch />
			) : (
				// The switch without its script; what it says is not known to be true of a visitor who opted out (first-view.ts).
				<span className="in-data-uncounted:invisible px-1 py-1">
					<Trans>Analytics: on</Trans>
				</span>
			)}
			<div className="ms-auto flex items-center gap-3">
				<LanguageSwitch />
				<ThemeSwitch />
			</div>
		</div>
	);
}
