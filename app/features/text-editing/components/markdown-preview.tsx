import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#app/lib/api-client.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { useSettledText } from '#app/lib/settled-text.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { previewDescription } from '#shared/contracts/events.ts';

/** Beside a form the text is rendered when its writer pauses. */
const QUIET_MS = 600;

function usePreview(text: string, event: string | undefined) {
	return useQuery({
		queryKey: ['description-preview', text, event],
		queryFn: ({ signal }) =>
			api.call(previewDescription, { body: { description: text, ...(event && { event }) }, signal }),
		enabled: text.trim() !== '',
		staleTime: Number.POSITIVE_INFINITY,
		// Texts are long, and each pause in typing makes another.
		gcTime: 60_000,
		placeholderData: (previous) => previous,
	});
}

/** A description as its page will show it. */
export default function MarkdownPreview(props: {
	text: string;
	event?: string | undefined;
	/** In its place until it comes. */
	waiting?: ReactNode;
}) {
	const { text } = props;
	const { data, isError } = usePreview(useSettledText(text, QUIET_MS), props.event);
	if (text.trim() === '') {
		return (
			<p className="text-muted">
				<Trans>Nothing to preview</Trans>
			</p>
		);
	}
	if (isError && !data) {
		return (
			<p className="text-danger">
				<Trans>Preview unavailable. Your text is safe.</Trans>
			</p>
		);
	}
	if (!data) return props.waiting ?? <Skeleton className="h-32 w-full" />;
	return (
		<SanitisedHtml html={data.html} className="prose max-w-measure [overflow-wrap:anywhere]" dir="auto" />
	);
}
