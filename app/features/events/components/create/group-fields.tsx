import { useLingui } from '@lingui/react/macro';
import { type EventDraft, proposedEnd } from '#app/features/events/stored-draft.ts';
import { useCountryOptions } from '#app/lib/country-options.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type EventCategory, eventCategories } from '#shared/rules/event-categories.ts';
import { useCategoryLabels } from '../category-label.ts';
import { fieldProps } from '../field-props.ts';

const MoreTimes = lazyPart(
	() => import('./more-times.tsx').then((module) => module.MoreTimes),
	<Skeleton className="h-48 w-full" />,
);

const PictureFields = lazyPart(
	() => import('./picture-fields.tsx').then((module) => module.PictureFields),
	<Skeleton className="h-34 w-full" />,
);

const MarkdownField = lazyPart(
	() =>
		import('#app/features/text-editing/components/markdown-field.tsx').then((module) => module.MarkdownField),
	<Skeleton className="h-112 w-full" />,
);

/** What belongs to a draft beyond its title and start. */
export interface DraftFieldsProps {
	draft: EventDraft;
	onChange: (part: Partial<EventDraft>) => void;
	/** The error of a field. */
	problem: (name: string) => string | undefined;
}

interface GroupProps extends DraftFieldsProps {
	/** In the long form, where tickets and times have more beside them. */
	isLong?: boolean;
}

const groups = {
	times: EndFields,
	place: PlaceFields,
	page: PageFields,
	cover: PictureFields,
	settings: AudienceFields,
};
export type DraftGroup = keyof typeof groups;

/** The fields of one group. */
export function GroupFields({ group, ...props }: GroupProps & { group: DraftGroup }) {
	const Group = groups[group];
	return (
		<div className="flex flex-col gap-5">
			<Group {...props} />
		</div>
	);
}

function EndFields({ draft, onChange, problem, isLong }: GroupProps) {
	const { t } = useLingui();
	const end = proposedEnd(draft);
	return (
		<>
			<DateField
				kind="datetime-local"
				label={t`Ends`}
				name="endsAtLocal"
				value={end}
				min={draft.startsAtLocal || undefined}
				onChange={(event) => onChange({ endsAtLocal: event.target.value })}
				error={problem('endsAtLocal')}
			/>
			<MoreTimes {...{ draft, onChange, problem, isLong }} endsAtLocal={end} />
		</>
	);
}

function PlaceFields({ draft, onChange, problem }: GroupProps) {
	const { t } = useLingui();
	const countries = useCountryOptions();
	const field = fieldProps({ values: draft, set: onChange, problem });
	const isOnline = draft.format === 'online';
	return (
		<>
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
					<TextField label={t`Venue`} {...field('venueName')} maxLength={200} isOptional />
					<TextField
						label={t`Address`}
						{...field('address')}
						maxLength={500}
						autoComplete="street-address"
						isOptional
					/>
					<div className="grid gap-5 sm:grid-cols-2">
						<TextField
							label={t`City`}
							{...field('city')}
							maxLength={120}
							autoComplete="address-level2"
							isOptional
						/>
						<Select
							label={t`Country`}
							{...field('countryCode')}
							placeholder="–"
							options={countries}
							isOptional
						/>
					</div>
				</>
			)}
			{draft.format === 'in_person' ? null : (
				<TextField
					label={t`Meeting link`}
					{...field('onlineUrl')}
					type="url"
					inputMode="url"
					hint={t`Shown to registered guests only`}
					isOptional
				/>
			)}
		</>
	);
}

function PageFields({ draft, onChange, problem }: GroupProps) {
	const { t } = useLingui();
	const categories = useCategoryLabels();
	const field = fieldProps({ values: draft, set: onChange, problem });
	return (
		<>
			<TextField
				label={t`Summary`}
				{...field('summary')}
				maxLength={500}
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
				{...field('category')}
				options={eventCategories.map((name: EventCategory) => ({ value: name, label: categories[name] }))}
			/>
		</>
	);
}

function AudienceFields({ draft, onChange, isLong }: GroupProps) {
	const { t } = useLingui();
	return (
		<>
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
		</>
	);
}
