import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ContentDetail, ContentDraft } from '#shared/contracts/content-editing.ts';
import { useRevision } from '../api.ts';

/** A revision as readers would see it. */
export function SavedPreview({ item, revision }: { item: string; revision: string | null }) {
	const errorText = useErrorText();
	const found = useRevision(item, revision);
	if (found.error) return <Callout tone="danger">{errorText(found.error)}</Callout>;
	if (!found.data) return <Skeleton className="h-64" />;
	return (
		<article className="rounded-lg border bg-paper p-5 md:p-8">
			<h2 dir="auto" className="title-page">
				{found.data.title}
			</h2>
			<p dir="auto" className="mt-3 mb-6 text-muted">
				{found.data.summary}
			</p>
			<SanitisedHtml dir="auto" className="prose prose-long max-w-measure" html={found.data.html} />
		</article>
	);
}

/** Everything that was ever said, with a way back. */
export function ContentHistory(props: { detail: ContentDetail; onTake: (draft: ContentDraft) => void }) {
	const { detail, onTake } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const [opened, setOpened] = useState<string | null>(null);
	const found = useRevision(detail.id, opened);
	return (
		<div className="flex flex-col gap-4">
			<ul className="flex flex-col divide-y rounded-lg border bg-surface">
				{detail.revisions.map((revision) => (
					<li key={revision.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm">
						<span className="font-medium tabular-nums">
							<Trans>Revision {revision.number}</Trans>
						</span>
						<span className="text-muted [overflow-wrap:anywhere]">
							{revision.authorName || t`Included with the product`} · {formats.relative(revision.createdAt)}
						</span>
						{revision.isLive ? <Badge>{t`Live`}</Badge> : null}
						{revision.isScheduled ? <Badge variant="outline">{t`Scheduled`}</Badge> : null}
						<Button
							size="sm"
							variant="ghost"
							className="ms-auto"
							aria-expanded={opened === revision.id}
							onClick={() => setOpened(opened === revision.id ? null : revision.id)}
						>
							<Trans>Preview</Trans>
						</Button>
					</li>
				))}
			</ul>
			{opened ? (
				<>
					<Button
						variant="outline"
						className="self-start"
						isDisabled={!found.data}
						onClick={() => {
							if (!found.data) return;
							onTake(found.data.draft);
							toast({ description: t`Restored as your draft. Save to keep it.` });
						}}
					>
						<Trans>Restore this revision</Trans>
					</Button>
					<SavedPreview item={detail.id} revision={opened} />
				</>
			) : null}
		</div>
	);
}
