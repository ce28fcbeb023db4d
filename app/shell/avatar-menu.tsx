import { Trans, useLingui } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { useId } from 'react';
import { Bell } from '#app/features/notices/components/bell.tsx';
import { Avatar } from '#app/ui/avatar.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { avatarLinks } from './links.ts';
import { MenuLink } from './shell-link.tsx';
import { useDisclosure } from './use-disclosure.ts';
import { useLogOut } from './use-log-out.ts';

/** The bell, and the menu of who is signed in. */
export function AvatarMenu({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const { isOpen, toggle, close, box } = useDisclosure<HTMLDivElement>();
	const id = useId();
	return (
		<>
			<Bell />
			<div ref={box} className="relative max-md:hidden">
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls={id}
					onClick={toggle}
					className="hit-area relative block rounded-full ring-ink/15 transition-shadow hover:ring-4 aria-expanded:ring-4"
				>
					<Avatar person={user} imageUrl={user.profileImageUrl} label={t`Account menu`} />
				</button>
				<div
					id={id}
					hidden={!isOpen}
					className="floating absolute end-0 top-full z-40 mt-2 w-64 rounded-lg bg-raised p-1.5 shadow-float"
				>
					<AccountPart user={user} onPress={close} />
				</div>
			</div>
		</>
	);
}

/** Who is signed in and what is theirs; also the upper part of the mobile menu. */
export function AccountPart({ user, onPress }: { user: CurrentUser; onPress: () => void }) {
	const { t } = useLingui();
	const logOut = useLogOut();
	const name = `${user.firstName} ${user.lastName}`.trim();
	return (
		<>
			<div className="border-b px-3 pt-1.5 pb-3">
				{name ? (
					<p dir="auto" className="truncate text-sm font-semibold">
						{name}
					</p>
				) : null}
				<p className="truncate text-compact text-muted">{user.email}</p>
			</div>
			<nav aria-label={t`Account`} className="py-1.5">
				{avatarLinks.map((link) => (
					<MenuLink key={link.to} link={link} onPress={onPress} />
				))}
			</nav>
			<div className="border-t pt-1.5">
				<button
					type="button"
					onClick={() => {
						onPress();
						logOut();
					}}
					className="flex min-h-11 w-full items-center gap-2 rounded-md px-3 text-sm font-medium hover:bg-ink/6 md:min-h-9"
				>
					<Icon icon={LogOut} isDirectional />
					<Trans>Log out</Trans>
				</button>
			</div>
		</>
	);
}
