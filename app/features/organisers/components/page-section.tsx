import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { latePart } from '#app/lib/optional-part.tsx';
import { readError } from '#app/lib/read-error.ts';
import { useSection } from '#app/lib/use-section.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import type { OrganiserPageSettings, PageLink } from '#shared/contracts/organisers.ts';
import { usePageChanges, usePageSettings } from '../api.ts';

const MarkdownField = latePart(() =>
	import('#app/features/text-editing/components/markdown-field.tsx').then((module) => module.MarkdownField),
);

/** Links as lines of text: a name, then the address. */
const writeLinks = (links: PageLink[]) => links.map(({ label, url }) => `${label} ${url}`).join('\n');
const readLinks = (text: string): PageLink[] =>
	text
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean)
		.map((line) => {
			const url = line.split(/\s+/).at(-1) ?? '';
			const label = line.slice(0, -url.length).trim();
			return { label: label || (URL.canParse(url) ? new URL(url).hostname : url), url };
		});

/** The public profile of the organisation. */
export function PageSection({ organisation, slug }: { organisation: string; slug: string }) {
	const settings = usePageSettings(organisation);
	const error = readError(settings);
	if (error) return <ErrorCallout error={error} onRetry={settings.refetch} />;
	if (!settings.data) return <Skeleton className="h-96" />;
	return <Fields organisation={organisation} slug={slug} settings={settings.data} />;
}

function Fields(props: { organisation: string; slug: string; settings: OrganiserPageSettings }) {
	const { t } = useLingui();
	const { settings, slug } = props;
	const { save, reload } = usePageChanges(props.organisation);
	const { about, links, isShown, takesMessages, version } = settings;
	const section = useSection({
		saved: { about, links: writeLinks(links), isShown, takesMessages },
		version,
		reload,
		async write(touched, _all, over) {
			const { links: lines, ...rest } = touched;
			await save({ ...rest, ...(lines === undefined ? {} : { links: readLinks(lines) }) }, over);
			return undefined;
		},
	});
	const { values, set, problem } = section;
	const linkProblem =
		problem('links') ??
		(section.errors.some(({ name }) => name === undefined || name.startsWith('links'))
			? t`Write each link as a name and an address, like: Website https://example.org`
			: undefined);
	return (
		<SectionCard
			id="page"
			title={t`Organiser page`}
			description={
				<Trans>
					Guests find it through “Hosted by” on your events:{' '}
					<Link to={`/organisers/${slug}`} className="link">
						/organisers/{slug}
					</Link>
					.{' '}
					<Link to="/integrations#embed" className="link">
						Show these events on your own website
					</Link>
				</Trans>
			}
			section={section}
		>
			<Suspense fallback={<Skeleton className="h-112" />}>
				<MarkdownField
					label={t`About`}
					name="about"
					value={values.about}
					onChange={(about) => set({ about })}
					error={problem('about')}
					maxLength={20_000}
					hasLabel
					isOptional
				/>
			</Suspense>
			<TextArea
				label={t`Links`}
				name="links"
				value={values.links}
				onChange={(change) => set({ links: change.target.value })}
				error={linkProblem}
				hint={t`One per line, up to 8: a name, then the address. For example: Website https://example.org`}
				rows={3}
				isOptional
			/>
			<Checkbox
				label={t`Show the page`}
				hint={t`Off: “Hosted by” links to the list of your events.`}
				checked={values.isShown}
				onChange={(change) => set({ isShown: change.target.checked })}
			/>
			<Checkbox
				label={t`Contact form`}
				hint={t`Messages go to your reply-to email, or to the owners.`}
				checked={values.takesMessages}
				onChange={(change) => set({ takesMessages: change.target.checked })}
			/>
		</SectionCard>
	);
}
