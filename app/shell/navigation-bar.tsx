import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { latePart } from '#app/lib/optional-part.tsx';
import { type Session, useHasToken, useSession } from '#app/lib/session.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { LogoMark } from '#app/ui/logo.tsx';
import { useIdleParts } from './idle-loaded.ts';
import { adminLink, createEventLink, guestLinks, loginLink, userLinks } from './links.ts';
import { BarLink } from './shell-link.tsx';
import { useSite } from './site.ts';

/** Guests need neither account menu nor bell. */
const AvatarMenu = latePart(() => import('./avatar-menu.tsx').then((module) => module.AvatarMenu));

/** Stands in the avatar's place when the user could not be read. */
const AccountTrouble = latePart(() =>
	import('./account-trouble.tsx').then((module) => module.AccountTrouble),
);

export function NavigationBar() {
	const { t } = useLingui();
	const session = useSession();
	return (
		<header
			className="sticky top-(--view-banner,0px) z-30 border-b bg-paper/85 backdrop-blur-md"
			data-print="hide"
		>
			<div className="page-width flex h-14 items-center gap-4">
				<Brand />
				<nav aria-label={t`Main`} className="ms-auto hidden items-center gap-1 md:flex">
					<Entries session={session} />
				</nav>
				<div className="flex items-center gap-1 max-md:ms-auto">
					<Account session={session} />
					<div className="md:hidden">
						<MobileMenu session={session} />
					</div>
				</div>
			</div>
		</header>
	);
}

function Entries({ session }: { session: Session }) {
	const { i18n } = useLingui();
	useSessionMark();
	if (session.status === 'guest') {
		return (
			// Unseen where the head script has found a token: a signed-in visitor never sees the guest's bar flash by.
			<div className="contents in-data-session:invisible">
				{[...guestLinks, loginLink].map((link) => (
					<BarLink key={link.to} link={link} />
				))}
				<ButtonLink to={createEventLink.to} size="sm" className="ms-2">
					{i18n._(createEventLink.label)}
				</ButtonLink>
			</div>
		);
	}
	const { user } = session;
	return (
		<>
			{userLinks.map((link) => (
				<BarLink key={link.to} link={link} />
			))}
			{user?.isAdmin ? <BarLink link={adminLink} /> : null}
		</>
	);
}

/** Bell and avatar; on a phone the bell alone, since the menu holds the rest. Their place stays empty while the user loads. */
function Account({ session: { status, user, error } }: { session: Session }) {
	if (status === 'guest') return null;
	return (
		<div className="flex min-h-9 min-w-11 items-center justify-end gap-2 md:min-w-20">
			<Suspense>
				{user ? <AvatarMenu user={user} /> : null}
				{status === 'failed' ? <AccountTrouble error={error} /> : null}
			</Suspense>
		</div>
	);
}

/** Holds the mark that the head script sets before the first paint true to the token. */
function useSessionMark() {
	const hasToken = useHasToken();
	useEffect(() => {
		const { dataset } = document.documentElement;
		if (hasToken) dataset.session = 'user';
		else delete dataset.session;
	}, [hasToken]);
}

/** Logo, name and the Beta badge. */
function Brand() {
	const { productName } = useSite();
	const { t } = useLingui();
	return (
		<span className="flex items-center gap-2">
			<Link
				to="/"
				aria-label={t`${productName}, home`}
				className="hit-area relative flex items-center gap-2 rounded-md py-1 text-base font-semibold tracking-tight"
			>
				<LogoMark />
				{productName}
			</Link>
			<Badge variant="outline" className="text-muted">
				<Trans>Beta</Trans>
			</Badge>
		</span>
	);
}

function MobileMenu({ session }: { session: Session }) {
	const { t } = useLingui();
	const parts = useIdleParts();
	const [isOpen, setIsOpen] = useState(false);
	const { key } = useLocation();
	const close = () => setIsOpen(false);
	useEffect(close, [key]);
	return (
		<>
			<IconButton
				icon={Menu}
				label={t`Menu`}
				tip="none"
				aria-expanded={isOpen}
				aria-haspopup="dialog"
				onClick={() => setIsOpen(true)}
			/>
			{parts ? <parts.MobileSheet session={session} isOpen={isOpen} onClose={close} /> : null}
		</>
	);
}
