import { useLingui } from '@lingui/react/macro';
import { useRefusals } from '#app/features/events/changes-api.ts';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { eventCategories } from '#shared/rules/event-categories.ts';
import { useCategoryLabels } from '../category-label.ts';
import { fieldProps } from '../field-props.ts';
import { useEventSection } from './use-event-section.tsx';

/** Tags as people type them: parted by commas, each once, at most twenty. */
export function readTags(text: string): string[] {
	const tags = text
		.split(',')
		.map((tag) => tag.trim().slice(0, 40))
		.filter(Boolean);
	return [...new Set(tags)].slice(0, 20);
}

export function BasicsSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const categories = useCategoryLabels();
	const section = useEventSection(
		event,
		{ title: event.title, summary: event.summary, category: event.category, tags: event.tags.join(', ') },
		({ tags, ...changes }) => ({ ...changes, ...(tags === undefined ? {} : { tags: readTags(tags) }) }),
	);
	const refusal = useRefusals(event)('event.labels');
	const field = fieldProps(section);
	return (
		<SectionCard
			size="lg"
			id="basics"
			title={t`Basics`}
			section={section}
			isEditable={refusal === undefined}
			lockedReason={refusal}
		>
			<TextField label={t`Title`} {...field('title')} maxLength={200} dir="auto" required />
			<TextField
				label={t`Summary`}
				{...field('summary')}
				maxLength={500}
				dir="auto"
				hint={t`Short summary for lists and link previews`}
				isOptional
			/>
			<div className="grid gap-5 sm:grid-cols-2">
				<Select
					label={t`Category`}
					{...field('category')}
					options={eventCategories.map((name) => ({ value: name, label: categories[name] }))}
				/>
				<TextField
					label={t`Tags`}
					{...field('tags')}
					dir="auto"
					hint={t`Separate tags with commas`}
					isOptional
				/>
			</div>
		</SectionCard>
	);
}
