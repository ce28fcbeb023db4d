import { useLingui } from '@lingui/react/macro';
import { LogOut, Settings2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMatches } from 'react-router';
import { Bell } from '#app/features/notices/components/bell.tsx';
import { Avatar } from '#app/ui/avatar.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { avatarLinks, type ShellLink } from './links.ts';
import { MenuButton } from './menu-button.tsx';
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
			<ManageLink user={user} />
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

/** On a page of the user's own that the public reads: the way to its other side. */
function ManageLink({ user }: { user: CurrentUser }) {
	const { t } = useLingui();
	const { event, organiser } = (useMatches().at(-1)?.loaderData ?? {}) as {
		event?: Pick<PublicEvent, 'slug' | 'organiser'> | null;
		organiser?: { slug: string };
	};
	const shown = event?.organiser ?? organiser;
	// A member of chosen events need not be one of this event.
	if (!shown || !user.organisations.some(({ slug, isLimited }) => slug === shown.slug && !isLimited))
		return null;
	return (
		<ButtonLink
			to={event ? `/events/${event.slug}/overview` : '/settings/organisation'}
			variant="outline"
			size="sm"
			icon={Settings2}
		>
			{t`Manage`}
		</ButtonLink>
	);
}

/** Who is signed in and what is theirs; also the upper part of the mobile menu. */
export function AccountPart(props: {
	user: CurrentUser;
	links?: readonly ShellLink[];
	/** Rows above Log out. */
	children?: ReactNode;
	onPress: () => void;
}) {
	const { user, links = avatarLinks, onPress } = props;
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
				{links.map((link) => (
					<MenuLink key={link.to} link={link} onPress={onPress} />
				))}
			</nav>
			<div className="border-t pt-1.5">
				{props.children}
				<MenuButton
					icon={LogOut}
					isDirectional
					label={t`Log out`}
					onPress={() => {
						onPress();
						logOut();
					}}
				/>
			</div>
		</>
	);
}
