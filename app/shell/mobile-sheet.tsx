import { useLingui } from '@lingui/react/macro';
import { MessageSquareWarning, Search } from 'lucide-react';
import { Suspense } from 'react';
import { openFeedback } from '#app/features/feedback/widget-store.ts';
import { latePart } from '#app/lib/optional-part.tsx';
import type { Session } from '#app/lib/session.ts';
import { Sheet } from '#app/ui/sheet.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { adminLink, avatarLinks, createEventLink, guestLinks, loginLink, userLinks } from './links.ts';
import { MenuButton } from './menu-button.tsx';
import { togglePalette } from './palette-store.ts';
import { sectionsOf } from './sections.ts';
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
	const report = (
		<MenuButton
			icon={MessageSquareWarning}
			label={t`Report a bug or request a feature`}
			onPress={() => {
				onClose();
				void openFeedback();
			}}
		/>
	);
	return (
		<Sheet isOpen={isOpen} onClose={onClose} title={productName} footer={<ThemeSwitch />}>
			<div tabIndex={-1} data-autofocus className="-mx-3 -mt-2 outline-none">
				{session.status === 'failed' ? (
					<Suspense>
						<TroublePart error={session.error} onPress={onClose} />
					</Suspense>
				) : null}
				{session.user ? (
					<Suspense>
						<AccountPart user={session.user} links={linksOf(session.user)} onPress={onClose}>
							<MenuButton
								icon={Search}
								label={t`Search`}
								onPress={() => {
									onClose();
									void togglePalette();
								}}
							/>
							{report}
						</AccountPart>
					</Suspense>
				) : (
					<nav aria-label={t`Main`}>
						{(session.status === 'guest' ? [...guestLinks, loginLink, createEventLink] : userLinks).map(
							(link) => (
								<MenuLink key={link.to} link={link} onPress={onClose} />
							),
						)}
					</nav>
				)}
				{session.user ? null : report}
			</div>
		</Sheet>
	);
}

/** The entries of the account menu, where a section stands for the page that both name, and the sections that it lacks. */
export function linksOf(user: CurrentUser) {
	const sections = sectionsOf(user);
	const isSection = ({ to }: { to: string }) => sections.some((one) => one.to === to);
	const own = avatarLinks.filter((link) => !isSection(link));
	return [
		...userLinks,
		...sections,
		...own.filter((link) => !userLinks.includes(link)),
		...(user.isAdmin ? [adminLink] : []),
	];
}
