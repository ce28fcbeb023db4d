import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { latePart } from '#app/lib/optional-part.tsx';
import type { Session } from '#app/lib/session.ts';
import { Sheet } from '#app/ui/sheet.tsx';
import { adminLink, createEventLink, guestLinks, loginLink, userLinks } from './links.ts';
import { MenuLink } from './shell-link.tsx';
import { useSite } from './site.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const AccountPart = latePart(() => import('./avatar-menu.tsx').then((module) => module.AccountPart));

const TroublePart = latePart(() => import('./account-trouble.tsx').then((module) => module.TroublePart));

/** The mobile menu's panel. */
export function MobileSheet(props: { session: Session; isOpen: boolean; onClose: () => void }) {
	const { session, isOpen, onClose } = props;
	const { t } = useLingui();
	const { productName } = useSite();
	return (
		<Sheet isOpen={isOpen} onClose={onClose} title={productName} footer={<ThemeSwitch />}>
			<div tabIndex={-1} data-autofocus className="-mx-3 -mt-2 outline-none">
				{session.status === 'failed' ? (
					<Suspense>
						<TroublePart error={session.error} onPress={onClose} />
					</Suspense>
				) : null}
				{session.user ? (
					<>
						<Suspense>
							<AccountPart user={session.user} onPress={onClose} />
						</Suspense>
						{session.user.isAdmin ? <MenuLink link={adminLink} onPress={onClose} /> : null}
					</>
				) : (
					<nav aria-label={t`Main`}>
						{(session.status === 'guest' ? [...guestLinks, loginLink, createEventLink] : userLinks).map(
							(link) => (
								<MenuLink key={link.to} link={link} onPress={onClose} />
							),
						)}
					</nav>
				)}
			</div>
		</Sheet>
	);
}
