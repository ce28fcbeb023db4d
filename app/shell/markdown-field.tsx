import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { previewDescription } from '#shared/contracts/events.ts';

/** A text in Markdown, and as its page will show it. */
export function MarkdownField(props: {
	label: string;
	name: string;
	value: string;
	onChange: (value: string) => void;
	error?: string | undefined;
	rows?: number;
	maxLength: number;
}) {
	const { t } = useLingui();
	const [tab, setTab] = useState('write');
	const { label, value } = props;
	return (
		<Tabs
			label={label}
			selected={tab}
			onSelect={setTab}
			items={[
				{
					id: 'write',
					label: t`Write`,
					content: (
						<TextArea
							label={label}
							isLabelHidden
							name={props.name}
							value={value}
							onChange={(change) => props.onChange(change.target.value)}
							error={props.error}
							rows={props.rows ?? 12}
							maxLength={props.maxLength}
							hint={t`Markdown: **bold**, *italic*, # headings, - lists, > quotations, [links](https://example.org).`}
						/>
					),
				},
				{
					id: 'preview',
					label: t`Preview`,
					content: <Preview text={value} isShown={tab === 'preview'} />,
				},
			]}
		/>
	);
}

function usePreview(text: string, isShown: boolean) {
	return useQuery({
		queryKey: ['description-preview', text],
		queryFn: ({ signal }) => api.call(previewDescription, { body: { description: text }, signal }),
		enabled: isShown && text.trim() !== '',
		staleTime: Number.POSITIVE_INFINITY,
		placeholderData: (previous) => previous,
	});
}

function Preview({ text, isShown }: { text: string; isShown: boolean }) {
	const { data, isError } = usePreview(useDeferredValue(text), isShown);
	if (text.trim() === '') {
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
