import { useLingui } from '@lingui/react';
import clsx from 'clsx';
import { NavLink } from 'react-router';
import { useHasToken } from '#app/lib/session.ts';
import { type ShellLink, targetOf } from './links.ts';

/** One link of the navigation bar. */
export function BarLink({ link }: { link: ShellLink }) {
	const { i18n } = useLingui();
	const to = targetOf(link, useHasToken());
	return (
		<NavLink
			to={to}
			className={({ isActive }) =>
				clsx(
					'hit-area relative rounded-md px-3 py-1.5 text-sm font-medium transition-colors hover:bg-ink/6 hover:text-ink',
					isActive ? 'text-ink' : 'text-muted',
				)
			}
		>
			{i18n._(link.label)}
		</NavLink>
	);
}

/** One row of a menu: full width, a target for a finger. */
export function MenuLink({ link, onPress }: { link: ShellLink; onPress?: () => void }) {
	const { i18n } = useLingui();
	const to = targetOf(link, useHasToken());
	return (
		<NavLink
			to={to}
			onClick={onPress}
			className={({ isActive }) =>
				clsx(
					'flex min-h-11 items-center rounded-md px-3 text-sm font-medium hover:bg-ink/6 md:min-h-9',
					isActive ? 'text-accent' : 'text-ink',
				)
			}
		>
			{i18n._(link.label)}
		</NavLink>
	);
}
