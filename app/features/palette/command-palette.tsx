import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import { adminLink, avatarLinks, footerColumns, guestLinks, type ShellLink } from '#app/shell/links.ts';
import { sectionsOf } from '#app/shell/sections.ts';
import { setTheme } from '#app/shell/theme.ts';
import { useLogOut } from '#app/shell/use-log-out.ts';
import { Queries } from '#app/shell/with-queries.tsx';
import { Modal } from '#app/ui/modal.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { listOrganisationEvents } from '#shared/contracts/event-lists.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { type Command, findCommands } from './commands.ts';
import { EVENTS_OF_EACH, searchEvents } from './search-events.ts';

/** A pause in typing after which events are looked for. */
const PAUSE_MS = 150;

/** Signed-in pages that no menu names. */
const furtherLinks: ShellLink[] = [
	{ label: msg`Documents and reports`, to: '/money/documents' },
	{ label: msg`Gift cards`, to: '/money/gift-cards' },
	{ label: msg`Withdrawals`, to: '/money/withdrawals' },
	{ label: msg`Developer Portal`, to: '/developer-portal' },
	{ label: msg`Payment account`, to: '/stripe-connect-demo' },
];

export interface CommandPaletteProps {
	user: CurrentUser;
	isOpen: boolean;
	onClose: () => void;
	/** Opens the feedback widget. */
	onFeedback: (type: 'bug' | 'feature') => void;
}

/** Ctrl-K or Cmd-K: pages, the own events, and what can be done from anywhere, found by typing. */
export function CommandPalette(props: CommandPaletteProps) {
	const { t } = useLingui();
	const id = useId();
	return (
		<Modal isOpen={props.isOpen} onClose={props.onClose} labelledBy={id} className="modal-dialog max-w-lg">
			<div className="floating flex max-h-[70dvh] flex-col rounded-xl bg-raised shadow-float">
				<h2 id={id} tabIndex={-1} className="sr-only">
					{t`Command menu`}
				</h2>
				<Queries>
					<Choice {...props} />
				</Queries>
			</div>
		</Modal>
	);
}

function Choice({ user, onClose, onFeedback }: CommandPaletteProps) {
	const { t } = useLingui();
	const id = useId();
	const list = useRef<HTMLDivElement>(null);
	const [typed, setTyped] = useState('');
	const [at, setAt] = useState(0);
	const { commands, hasMore } = useCommands(user, useDeferredValue(typed), onFeedback);
	const found = findCommands(commands, typed);
	const chosen = Math.min(at, Math.max(0, found.length - 1));

	const run = (command: Command | undefined) => {
		if (!command) return;
		onClose();
		command.run();
	};
	const moveTo = (index: number) => {
		setAt(index);
		list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const moves: Record<string, number> = {
			ArrowDown: (chosen + 1) % found.length,
			ArrowUp: (chosen - 1 + found.length) % found.length,
			PageDown: Math.min(chosen + 8, found.length - 1),
			PageUp: Math.max(chosen - 8, 0),
		};
		const next = moves[event.key];
		if (event.key === 'Enter') run(found[chosen]);
		else if (next === undefined || found.length === 0) return;
		else moveTo(next);
		event.preventDefault();
	};

	return (
		<>
			<input
				data-autofocus
				role="combobox"
				aria-label={t`Command menu`}
				aria-expanded="true"
				aria-controls={id}
				aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
				aria-autocomplete="list"
				autoComplete="off"
				spellCheck={false}
				placeholder={t`Search pages and events`}
				value={typed}
				onChange={(event) => {
					setTyped(event.target.value);
					setAt(0);
				}}
				onKeyDown={onKeyDown}
				className="min-h-14 rounded-t-xl border-b bg-transparent px-5 text-base outline-none"
			/>
			<div
				ref={list}
				id={id}
				role="listbox"
				aria-label={t`Results`}
				className="min-h-0 overflow-y-auto overscroll-contain p-2"
			>
				{found.map((command, index) => (
					// biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which names the active option
					<div
						key={command.id}
						id={`${id}-${index}`}
						role="option"
						tabIndex={-1}
						aria-selected={index === chosen}
						onPointerMove={() => setAt(index)}
						onClick={() => run(command)}
						className={clsx(
							'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-md px-3 text-sm',
							index === chosen && 'bg-ink/7',
						)}
					>
						<span dir="auto" className="min-w-0 truncate font-medium">
							{command.label}
						</span>
						<span className="shrink-0 text-compact text-muted">{command.kind}</span>
					</div>
				))}
			</div>
			<p role="status" className={found.length > 0 ? 'sr-only' : 'px-5 pb-5 text-sm text-muted'}>
				{found.length > 0 ? (
					<Plural value={found.length} one="# result" other="# results" />
				) : (
					<Trans>No results. Try another word.</Trans>
				)}
			</p>
			{hasMore ? (
				<p className="border-t px-5 py-3 text-compact text-muted">
					<Trans>More events fit. Type more of the title to find them.</Trans>
				</p>
			) : null}
		</>
	);
}

/** Pages that exist, the events of all organisations that fit, and actions. */
function useCommands(
	user: CurrentUser,
	typed: string,
	onFeedback: CommandPaletteProps['onFeedback'],
): { commands: Command[]; hasMore: boolean } {
	const { t, i18n } = useLingui();
	const navigate = useNavigate();
	const logOut = useLogOut();
	const organisations = user.organisations.filter((one) => memberCan(one, 'events.view'));
	const [searched, setSearched] = useState('');
	useEffect(() => {
		const timer = setTimeout(() => setSearched(typed.trim().slice(0, 200)), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [typed]);
	const events = useQuery({
		queryKey: ['palette-events', organisations.map(({ id }) => id), searched],
		enabled: organisations.length > 0,
		queryFn: ({ signal }) =>
			searchEvents(organisations, (organisation) =>
				api.call(listOrganisationEvents, {
					params: { organisation },
					query: { limit: String(EVENTS_OF_EACH), ...(searched && { q: searched }) },
					signal,
				}),
			),
		placeholderData: (previous) => previous,
	});
	// What was found for another text stays meanwhile, as far as its titles fit.
	const isFresh = !events.isPlaceholderData && searched === typed.trim();
	const hasSeveral = organisations.length > 1;
	const commands = useMemo(() => {
		const links: ShellLink[] = [
			...avatarLinks,
			...furtherLinks,
			...sectionsOf(user),
			...(user.isAdmin ? [adminLink, { label: msg`Feedback`, to: '/feedback-admin' as const }] : []),
			...guestLinks,
			...footerColumns.flatMap((column) => column.links),
		];
		const pages = new Map<string, Command>();
		for (const { to, label } of links) {
			if (pages.has(to)) continue;
			pages.set(to, { id: to, label: i18n._(label), kind: t`Page`, run: () => void navigate(to) });
		}
		const own = (events.data?.events ?? []).map(
			(event): Command => ({
				id: event.id,
				label: event.title,
				kind: hasSeveral ? t`Event · ${event.organisation}` : t`Event`,
				isFound: isFresh,
				run: () => void navigate(`/events/${event.slug}/overview`),
			}),
		);
		const actions: Command[] = [
			{ id: 'light', label: t`Light theme`, kind: t`Action`, run: () => setTheme('light') },
			{ id: 'dark', label: t`Dark theme`, kind: t`Action`, run: () => setTheme('dark') },
			{ id: 'system', label: t`Use system theme`, kind: t`Action`, run: () => setTheme('system') },
			{ id: 'bug', label: t`Report a bug`, kind: t`Action`, run: () => onFeedback('bug') },
			{
				id: 'feature',
				label: t`Request a feature`,
				kind: t`Action`,
				run: () => onFeedback('feature'),
			},
			{ id: 'log-out', label: t`Log out`, kind: t`Action`, run: () => void logOut() },
		];
		return [...pages.values(), ...own, ...actions];
	}, [user, events.data, isFresh, hasSeveral, i18n, navigate, logOut, onFeedback, t]);
	return { commands, hasMore: isFresh && (events.data?.hasMore ?? false) };
}
