import { Trans, useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { useDescriptionPreview } from '../../api.ts';
import { useEventSection } from './use-event-section.ts';

/** The description in Markdown, and as the page will show it. */
export function PageSection({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const [tab, setTab] = useState('write');
	const section = useEventSection(event, { description: event.description }, (changes) => changes);
	const { values, set, problem } = section;
	return (
		<SectionCard size="lg" id="page" title={t`Description`} section={section}>
			<Tabs
				label={t`Description`}
				selected={tab}
				onSelect={setTab}
				items={[
					{
						id: 'write',
						label: t`Write`,
						content: (
							<TextArea
								label={t`Description`}
								isLabelHidden
								name="description"
								value={values.description}
								onChange={(change) => set({ description: change.target.value })}
								error={problem('description')}
								rows={12}
								maxLength={50_000}
								hint={t`Markdown: **bold**, *italic*, # headings, - lists, > quotations, [links](https://example.org).`}
							/>
						),
					},
					{
						id: 'preview',
						label: t`Preview`,
						content: <Preview description={values.description} isShown={tab === 'preview'} />,
					},
				]}
			/>
		</SectionCard>
	);
}

function Preview({ description, isShown }: { description: string; isShown: boolean }) {
	const { data, isError } = useDescriptionPreview(useDeferredValue(description), isShown);
	if (description.trim() === '') {
		return (
			<p className="text-muted">
				<Trans>Nothing to preview</Trans>
			</p>
		);
	}
	if (isError) {
		return (
			<p className="text-danger">
				<Trans>Preview unavailable. Your text is safe.</Trans>
			</p>
		);
	}
	if (!data) return <Skeleton className="h-32 w-full" />;
	return <SanitisedHtml html={data.html} className="prose max-w-measure" dir="auto" />;
}
