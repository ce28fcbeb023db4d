import { Plural, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Bell as BellIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useUnread } from '../api.ts';

/** From here on the server has stopped counting. */
const MOST = 100;

/** The bell in the bar: how much is new, and the way to it. */
export function Bell() {
	const { t } = useLingui();
	const unread = useUnread();
	return (
		<NavLink
			to="/notifications"
			title={t`Notifications`}
			className={({ isActive }) =>
				clsx(
					'relative grid size-11 place-content-center rounded-md transition-colors hover:bg-ink/6 hover:text-ink md:size-9',
					isActive ? 'text-ink' : 'text-muted',
				)
			}
		>
			<Icon icon={BellIcon} size={20} />
			<span className="sr-only">
				{unread > 0 ? (
					<Plural value={unread} one="Notifications, # new" other="Notifications, # new" />
				) : (
					t`Notifications`
				)}
			</span>
			{unread > 0 ? (
				<span
					aria-hidden="true"
					className="absolute end-0.5 top-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent tabular-nums md:-end-1 md:-top-1"
				>
					{unread >= MOST ? '99+' : unread}
				</span>
			) : null}
		</NavLink>
	);
}
