import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { CalendarDays, Ellipsis, House, QrCode, Search, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon, type LucideIcon } from '#app/ui/icon.tsx';
import { Kbd } from '#app/ui/kbd.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { StaticPath } from '#shared/rules/routes.ts';
import { MobileSheet } from './mobile-sheet.tsx';
import { togglePalette } from './palette-store.ts';
import { sectionsOf } from './sections.ts';

/** The ways between the organiser's sections: a row below the navigation bar, on a phone a bar at the lower edge. */
export function SectionBars({ user }: { user: CurrentUser }) {
	return (
		<>
			<SectionRow user={user} />
			<BottomBar user={user} />
		</>
	);
}

/** `true` where a page below the one that the link names is open. */
const currentOf = (pathname: string, to: StaticPath, pages: RegExp) =>
	pathname === to ? 'page' : pages.test(pathname) ? 'true' : undefined;

function SectionRow({ user }: { user: CurrentUser }) {
	const { t, i18n } = useLingui();
	const { pathname } = useLocation();
	return (
		<div className="page-width flex h-full items-stretch gap-3 max-md:hidden">
			<nav
				aria-label={t`Organiser`}
				className="tab-strip -ms-3 flex min-w-0 flex-1 items-stretch overflow-x-auto [scrollbar-width:none]"
			>
				{sectionsOf(user).map(({ to, label, pages }) => (
					<Link
						key={to}
						to={to}
						aria-current={currentOf(pathname, to, pages)}
						className="flex shrink-0 items-center border-y-2 border-transparent px-3 text-sm text-muted transition-colors hover:text-ink aria-[current]:border-b-ink aria-[current]:font-medium aria-[current]:text-ink"
					>
						{i18n._(label)}
					</Link>
				))}
			</nav>
			<button
				type="button"
				aria-haspopup="dialog"
				aria-keyshortcuts="Control+K Meta+K"
				onClick={() => void togglePalette()}
				className="my-1.5 flex shrink-0 items-center gap-2 rounded-md border px-2.5 text-compact text-muted transition-colors hover:bg-ink/6 hover:text-ink"
			>
				<Icon icon={Search} />
				<span className="max-lg:sr-only">
					<Trans>Search</Trans>
				</span>
				<span aria-hidden="true" className="max-lg:hidden">
					<Kbd>{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : t`Ctrl K`}</Kbd>
				</span>
			</button>
		</div>
	);
}

function BottomBar({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const { pathname, key } = useLocation();
	/** Of which page the menu was opened: it closes with the page. */
	const [openAt, setOpenAt] = useState<string | null>(null);
	const isOpen = openAt === key;
	const sections = sectionsOf(user);
	const pagesOf = (to: StaticPath) => sections.find((one) => one.to === to)?.pages;
	const item = (to: StaticPath, label: ReactNode, icon: LucideIcon, pages: RegExp | undefined) =>
		pages ? (
			<Link key={to} to={to} aria-current={currentOf(pathname, to, pages)} className={ITEM}>
				<Icon icon={icon} size={20} />
				{label}
			</Link>
		) : null;
	return (
		<>
			<nav
				aria-label={t`Organiser`}
				data-bottom-bar="sections"
				className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
			>
				{item('/dashboard', t`Home`, House, /^\/dashboard$/)}
				{item('/dashboard/events', t`Events`, CalendarDays, pagesOf('/dashboard/events'))}
				{item('/qr-scanner', t`Scan`, QrCode, /^\/qr-scanner(\/|$)/)}
				{item('/money', t`Money`, Wallet, pagesOf('/money'))}
				<button
					type="button"
					aria-haspopup="dialog"
					aria-expanded={isOpen}
					onClick={() => setOpenAt(key)}
					className={ITEM}
				>
					<Icon icon={Ellipsis} size={20} />
					{t`More`}
				</button>
			</nav>
			<MobileSheet
				session={{ status: 'user', user, error: null }}
				isOpen={isOpen}
				onClose={() => setOpenAt(null)}
			/>
		</>
	);
}

const ITEM = clsx(
	'flex h-14 min-w-0 flex-col items-center justify-center gap-0.5 text-[0.6875rem] text-muted',
	'active:bg-ink/6 aria-[current]:font-medium aria-[current]:text-ink',
);
