import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { openLines } from '#app/features/events/draft-findings.ts';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { asIfUtc } from '#app/features/events/wall-time.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { zoneCity } from '#shared/lib/formats.ts';
import type { DraftFieldsProps, DraftGroup } from './group-fields.tsx';

/** Beside the page’s own file: nobody has opened a group yet. */
const GroupFields = lazyPart(
	() => import('./group-fields.tsx').then((module) => module.GroupFields),
	<Skeleton className="h-40 w-full" />,
);

/** Everything beyond title and start; good as it is, folded away. */
export function FoldedFields(props: DraftFieldsProps) {
	const { t } = useLingui();
	const open = openLines(props.draft);
	const chosen = useChosen(props.draft, open.place === 'no-online-link');
	const fold = (group: DraftGroup, title: string, fields: string[]) => (
		<Folded
			title={title}
			chosen={chosen[group]}
			isLeftOpen={open[group] !== undefined}
			isForcedOpen={fields.some((name) => props.problem(name))}
		>
			<GroupFields group={group} {...props} />
		</Folded>
	);
	return (
		<div className="border-b border-hairline">
			{fold('times', t`End, zone & repeats`, ['endsAtLocal', 'timeZone'])}
			{fold('place', t`Location`, ['venueName', 'address', 'city', 'countryCode', 'onlineUrl'])}
			{fold('page', t`Description`, ['summary', 'description', 'category'])}
			{fold('cover', t`Cover`, ['coverAlt'])}
			{fold('settings', t`Tickets & visibility`, [])}
		</div>
	);
}

/** What is chosen in each group, in a line. */
function useChosen(draft: EventDraft, lacksLink: boolean): Record<DraftGroup, string> {
	const { t } = useLingui();
	const formats = useFormats();
	const endsAt = asIfUtc(proposedEnd(draft));
	const city = draft.timeZone ? zoneCity(draft.timeZone) : '';
	const place = [draft.venueName, draft.city].filter(Boolean).join(', ');
	const tickets = draft.offer?.tickets.length ?? Number(draft.templateTickets);
	const audience = { public: t`Public`, unlisted: t`Unlisted`, invite_only: t`Invite only` }[
		draft.visibility
	];
	const offer =
		tickets > 0
			? t`${plural(tickets, { one: '# ticket type', other: '# ticket types' })}`
			: t`Free, unlimited`;
	return {
		times: [endsAt ? formats.time(endsAt, 'UTC') : t`Ends 2 h later`, city, draft.repeat ? t`Repeats` : '']
			.filter(Boolean)
			.join(' · '),
		place: lacksLink
			? t`No meeting link yet`
			: draft.format === 'online'
				? t`Online`
				: place || (draft.template ? t`As in the template` : t`Location TBA`),
		page:
			draft.summary ||
			draft.description.slice(0, 80) ||
			(draft.template ? t`From the template` : t`Add description`),
		cover: draft.picture ? t`Uploaded image` : t`Generated cover`,
		settings: `${offer} · ${audience}`,
	};
}

/** A line that says what is chosen, and opens to change it. */
function Folded(props: {
	title: string;
	chosen: string;
	/** The checklist has an entry for it. */
	isLeftOpen: boolean;
	isForcedOpen: boolean;
	children: ReactNode;
}) {
	const { t } = useLingui();
	const [isOpen, setOpen] = useState(false);
	const details = useRef<HTMLDetailsElement>(null);
	// Opened before the script had come: the browser did it alone, without an event.
	useEffect(() => setOpen((before) => before || details.current?.open === true), []);
	const isShown = isOpen || props.isForcedOpen;
	return (
		<details
			ref={details}
			open={isShown}
			onToggle={(event) => setOpen(event.currentTarget.open)}
			className="group border-t border-hairline"
		>
			<summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-2">
				<span className="font-medium">{props.title}</span>
				<span className="min-w-0 flex-1 truncate text-end text-muted" dir="auto">
					{props.chosen}
				</span>
				{props.isLeftOpen ? (
					<Icon icon={CircleAlert} label={t`could be better`} className="text-warning" />
				) : null}
				<Icon icon={ChevronDown} className="text-muted transition-transform group-open:rotate-180" />
			</summary>
			<div className="pt-2 pb-6">{isShown ? props.children : null}</div>
		</details>
	);
}
