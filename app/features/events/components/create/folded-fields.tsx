import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { asIfUtc } from '#app/features/events/wall-time.ts';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { useFormats } from '#app/lib/format.ts';
import { latePart } from '#app/lib/optional-part.tsx';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Card } from '#app/ui/card.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { zoneCity } from '#shared/lib/formats.ts';
import { type EventCategory, eventCategories } from '#shared/rules/event-categories.ts';
import { useCategoryLabels } from '../category-label.ts';

// The list of zones comes with its own library: only for those who look for another zone.
const TimeZoneField = latePart(() =>
	import('#app/ui/time-zone-field.tsx').then((module) => module.TimeZoneField),
);

// With its own library of times: for the long form only.
const ClockNotes = lazy(async () => {
	const [module] = await Promise.all([import('../edit/clock-notes.tsx'), ensureTemporal()]);
	return { default: module.ClockNotes };
});

const MarkdownField = lazyPart(
	() =>
		import('#app/features/text-editing/components/markdown-field.tsx').then((module) => module.MarkdownField),
	<Skeleton className="h-112 w-full" />,
);

export interface FoldedFieldsProps {
	draft: EventDraft;
	onChange: (part: Partial<EventDraft>) => void;
	/** What is wrong with a field. */
	problem: (name: string) => string | undefined;
	/** Each group as a section that is open. */
	isLong?: boolean;
}

/** A line that says what is chosen, and opens to change it. */
function Folded(props: {
	id: string;
	title: string;
	chosen: string;
	isForcedOpen?: boolean;
	isLong: boolean | undefined;
	children: ReactNode;
}) {
	const [isOpen, setOpen] = useState(false);
	const details = useRef<HTMLDetailsElement>(null);
	// Opened before the script had come: the browser did it alone, and nobody told us.
	useEffect(() => setOpen((before) => before || details.current?.open === true), []);
	if (props.isLong) {
		return (
			<Card
				id={props.id}
				className="scroll-mt-24"
				aria-label={props.title}
				title={<span className="text-lg">{props.title}</span>}
			>
				<div className="flex flex-col gap-5">{props.children}</div>
			</Card>
		);
	}
	const isShown = isOpen || (props.isForcedOpen ?? false);
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
				<Icon icon={ChevronDown} className="text-muted transition-transform group-open:rotate-180" />
			</summary>
			<div className="flex flex-col gap-5 pt-2 pb-6">{isShown ? props.children : null}</div>
		</details>
	);
}

/** Everything beyond title and start; good as it is, folded away. */
export function FoldedFields(props: FoldedFieldsProps) {
	return (
		<div className={props.isLong ? 'flex flex-col gap-6' : 'border-b border-hairline'}>
			<EndFields {...props} />
			<PlaceFields {...props} />
			<PageFields {...props} />
			<AudienceFields {...props} />
		</div>
	);
}

function EndFields({ draft, onChange, problem, isLong }: FoldedFieldsProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const end = proposedEnd(draft);
	const endsAt = asIfUtc(end);
	const city = draft.timeZone ? zoneCity(draft.timeZone) : '';
	const chosen = [endsAt ? formats.time(endsAt, 'UTC') : t`Ends 2 h later`, city].filter(Boolean).join(' · ');
	return (
		<Folded
			isLong={isLong}
			id="times"
			title={t`End & time zone`}
			chosen={chosen}
			isForcedOpen={Boolean(problem('endsAtLocal') || problem('timeZone'))}
		>
			<DateField
				kind="datetime-local"
				label={t`Ends`}
				name="endsAtLocal"
				value={end}
				min={draft.startsAtLocal || undefined}
				onChange={(event) => onChange({ endsAtLocal: event.target.value })}
				error={problem('endsAtLocal')}
			/>
			<Suspense fallback={<Skeleton className="h-25 w-full" />}>
				<TimeZoneField
					label={t`Time zone`}
					name="timeZone"
					value={draft.timeZone}
					onChange={(timeZone) => onChange({ timeZone })}
					error={problem('timeZone')}
					hint={t`Event times use this zone. Guests elsewhere also see their local time.`}
				/>
			</Suspense>
			{isLong ? (
				<Suspense>
					<ClockNotes values={{ ...draft, endsAtLocal: end }} />
				</Suspense>
			) : null}
		</Folded>
	);
}

function PlaceFields({ draft, onChange, problem, isLong }: FoldedFieldsProps) {
	const { t } = useLingui();
	const countries = useCountryOptions();
	const isOnline = draft.format === 'online';
	const place = [draft.venueName, draft.city].filter(Boolean).join(', ');
	const chosen = isOnline ? t`Online` : place || (draft.template ? t`As in the template` : t`Location TBA`);
	const fields = ['venueName', 'address', 'city', 'countryCode', 'onlineUrl'];
	return (
		<Folded
			isLong={isLong}
			id="place"
			title={t`Location`}
			chosen={chosen}
			isForcedOpen={fields.some((name) => problem(name))}
		>
			<RadioGroup
				label={t`Event format`}
				name="format"
				value={draft.format}
				onChange={(event) => onChange({ format: event.currentTarget.value as EventDraft['format'] })}
				options={[
					{ value: 'in_person', label: t`In person` },
					{ value: 'online', label: t`Online` },
					{ value: 'hybrid', label: t`Hybrid` },
				]}
			/>
			{isOnline ? null : (
				<>
					<TextField
						label={t`Venue`}
						name="venueName"
						value={draft.venueName}
						maxLength={200}
						onChange={(event) => onChange({ venueName: event.target.value })}
						error={problem('venueName')}
						isOptional
					/>
					<TextField
						label={t`Address`}
						name="address"
						value={draft.address}
						maxLength={500}
						autoComplete="street-address"
						onChange={(event) => onChange({ address: event.target.value })}
						error={problem('address')}
						isOptional
					/>
					<div className="grid gap-5 sm:grid-cols-2">
						<TextField
							label={t`City`}
							name="city"
							value={draft.city}
							maxLength={120}
							autoComplete="address-level2"
							onChange={(event) => onChange({ city: event.target.value })}
							error={problem('city')}
							isOptional
						/>
						<Select
							label={t`Country`}
							name="countryCode"
							value={draft.countryCode}
							onChange={(event) => onChange({ countryCode: event.target.value })}
							placeholder="–"
							options={countries}
							error={problem('countryCode')}
							isOptional
						/>
					</div>
				</>
			)}
			{draft.format === 'in_person' ? null : (
				<TextField
					label={t`Meeting link`}
					name="onlineUrl"
					type="url"
					inputMode="url"
					value={draft.onlineUrl}
					onChange={(event) => onChange({ onlineUrl: event.target.value })}
					error={problem('onlineUrl')}
					hint={t`Shown to registered guests only`}
					isOptional
				/>
			)}
		</Folded>
	);
}

function PageFields({ draft, onChange, problem, isLong }: FoldedFieldsProps) {
	const { t } = useLingui();
	const categories = useCategoryLabels();
	const chosen =
		draft.summary ||
		draft.description.slice(0, 80) ||
		(draft.template ? t`From the template` : t`Add description`);
	return (
		<Folded
			isLong={isLong}
			id="page"
			title={t`Description`}
			chosen={chosen}
			isForcedOpen={Boolean(problem('summary') || problem('description') || problem('category'))}
		>
			<TextField
				label={t`Summary`}
				name="summary"
				value={draft.summary}
				maxLength={500}
				onChange={(event) => onChange({ summary: event.target.value })}
				error={problem('summary')}
				hint={t`Short summary for lists and link previews`}
				isOptional
			/>
			<MarkdownField
				label={t`Description`}
				name="description"
				value={draft.description}
				maxLength={50_000}
				onChange={(description) => onChange({ description })}
				error={problem('description')}
				isOptional
				hasLabel
			/>
			<Select
				label={t`Category`}
				name="category"
				value={draft.category}
				onChange={(event) => onChange({ category: event.target.value })}
				options={eventCategories.map((name: EventCategory) => ({ value: name, label: categories[name] }))}
				error={problem('category')}
			/>
		</Folded>
	);
}

function AudienceFields(props: FoldedFieldsProps) {
	const { draft, onChange, isLong } = props;
	const { t } = useLingui();
	const tickets = draft.offer?.tickets.length ?? Number(draft.templateTickets);
	const audience = { public: t`Public`, unlisted: t`Unlisted`, invite_only: t`Invite only` }[
		draft.visibility
	];
	const offer =
		tickets > 0
			? t`${plural(tickets, { one: '# ticket type', other: '# ticket types' })}`
			: t`Free, unlimited`;
	return (
		<Folded
			isLong={isLong}
			id="settings"
			title={isLong ? t`Visibility` : t`Tickets & visibility`}
			chosen={`${offer} · ${audience}`}
		>
			<RadioGroup
				label={t`Visibility`}
				name="visibility"
				look="cards"
				value={draft.visibility}
				onChange={(event) => onChange({ visibility: event.currentTarget.value as EventDraft['visibility'] })}
				options={[
					{
						value: 'public',
						label: t`Public`,
						description: t`Listed on this site and in search engines`,
					},
					{ value: 'unlisted', label: t`Unlisted`, description: t`Anyone with the link can see it` },
					...(draft.visibility === 'invite_only'
						? [
								{
									value: 'invite_only',
									label: t`Invite only`,
									description: t`Only people you add as guests can see it`,
								},
							]
						: []),
				]}
			/>
			{isLong || draft.offer ? null : (
				<p className="text-sm text-muted">
					{draft.template
						? t`The template’s ticket types, questions and refund policy are added. Change them after saving.`
						: t`Includes one free “Standard” ticket. Add capacity or ticket types after saving.`}
				</p>
			)}
		</Folded>
	);
}
