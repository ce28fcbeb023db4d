import { useLingui } from '@lingui/react/macro';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Session } from '#app/lib/session.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Sheet } from '#app/ui/sheet.tsx';
import { adminLink, createEventLink, guestLinks, loginLink } from './links.ts';
import { MenuLink } from './shell-link.tsx';
import { useSite } from './site.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const AccountPart = lazy(() =>
	import('./avatar-menu.tsx').then((module) => ({ default: module.AccountPart })),
);

export function MobileMenu({ session }: { session: Session }) {
	const { t } = useLingui();
	const { productName } = useSite();
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
			<Sheet isOpen={isOpen} onClose={close} title={productName} footer={<ThemeSwitch />}>
				<div tabIndex={-1} data-autofocus className="-mx-3 -mt-2 outline-none">
					{session.user ? (
						<>
							<Suspense>
								<AccountPart user={session.user} onPress={close} />
							</Suspense>
							{session.user.isAdmin ? <MenuLink link={adminLink} onPress={close} /> : null}
						</>
					) : (
						<nav aria-label={t`Main`}>
							{[...guestLinks, loginLink, createEventLink].map((link) => (
								<MenuLink key={link.to} link={link} onPress={close} />
							))}
						</nav>
					)}
				</div>
			</Sheet>
		</>
	);
}
