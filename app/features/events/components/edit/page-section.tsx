import { Plural, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { MarkdownField } from '#app/features/text-editing/components/markdown-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { fillInsOf } from '#shared/rules/fill-ins.ts';
import { useEventSection } from './use-event-section.tsx';

/** The description in Markdown, and as the page will show it. */
export function PageSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const section = useEventSection(event, { description: event.description }, (changes) => changes);
	const { values, set, problem } = section;
	const fillIns = fillInsOf(values.description);
	return (
		<SectionCard
			size="lg"
			id="page"
			title={t`Description`}
			chosen={values.description.slice(0, 80) || t`Add description`}
			section={section}
		>
			<MarkdownField
				label={t`Description`}
				name="description"
				value={values.description}
				onChange={(description) => set({ description })}
				error={problem('description')}
				maxLength={50_000}
				event={event.id}
			/>
			{fillIns.length > 0 ? (
				<p className="flex items-center gap-2 text-sm">
					<Icon icon={CircleAlert} className="text-warning" />
					<Plural
						value={fillIns.length}
						one="# text in brackets is still to be filled in."
						other="# texts in brackets are still to be filled in."
					/>
				</p>
			) : null}
		</SectionCard>
	);
}
