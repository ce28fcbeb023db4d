import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DebouncedSearchField } from '#app/ui/debounced-search-field.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { MailBody } from '#app/ui/mail-body.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { MessagePreview } from '#shared/contracts/messages.ts';

/** Which recipient reads it: the n-th of those whose name or address has `q` in it. */
export interface Reader {
	at: number;
	q: string;
}

export interface PreviewPaneProps {
	/** Undefined: not read yet. */
	preview: MessagePreview | undefined;
	error: Error | null;
	/** The preview is out of date. */
	isOld: boolean;
	/** Nothing is written yet. */
	isEmpty: boolean;
	reader: Reader;
	onReader: (reader: Reader) => void;
	onRetry: () => void;
}

/** A message as one of its recipients reads it. */
export function PreviewPane(props: PreviewPaneProps) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { preview, error, isOld, reader } = props;
	return (
		<div aria-busy={isOld} className="flex min-w-0 flex-col gap-4">
			<ReaderChoice {...props} />
			{error ? (
				<Callout
					tone="danger"
					action={<Button size="sm" variant="outline" onClick={props.onRetry}>{t`Try again`}</Button>}
				>
					{errorText(error)}
				</Callout>
			) : null}
			{!preview && !error && !props.isEmpty ? <Skeleton className="h-[70vh]" /> : null}
			{props.isEmpty && !error ? (
				<EmptyState title={t`Write something to see it here.`} className="rounded-lg border" />
			) : null}
			{preview && !error && !props.isEmpty ? (
				<div className={isOld ? 'opacity-60' : undefined}>
					{preview.recipient || reader.q === '' ? (
						<Written preview={preview} />
					) : (
						<EmptyState
							title={t`No recipient of that name`}
							action={
								<Button variant="outline" onClick={() => props.onReader({ at: 0, q: '' })}>
									<Trans>Clear search</Trans>
								</Button>
							}
						/>
					)}
				</div>
			) : null}
		</div>
	);
}

/** “Preview as ‹ 3 of 214 ›”, and by name. */
function ReaderChoice({ preview, reader, onReader }: PreviewPaneProps) {
	const { t } = useLingui();
	// Few are neither counted nor shown to members who may not see guests.
	const most = preview?.counts.isFewer ? 0 : (preview?.counts.addresses ?? 0);
	const place = reader.at + 1;
	const recipient = preview?.recipient;
	const isMasked = preview?.counts.isFewer !== undefined;
	return (
		<div className="flex flex-col gap-2">
			{isMasked ? null : (
				<DebouncedSearchField
					label={t`Find a recipient`}
					placeholder={t`Name or email`}
					q={reader.q}
					onSearch={(q) => onReader({ at: 0, q })}
				/>
			)}
			<div className="flex min-h-11 items-center gap-1">
				<IconButton
					icon={ChevronLeft}
					isDirectional
					label={t`Previous recipient`}
					isDisabled={reader.at === 0}
					onClick={() => onReader({ ...reader, at: reader.at - 1 })}
				/>
				<p role="status" className="min-w-0 flex-1 text-center text-compact text-muted">
					{recipient ? (
						<span dir="auto" className="block truncate font-medium text-ink">
							{recipient.name || recipient.email}
						</span>
					) : null}
					{isMasked && !recipient ? t`As a guest in general reads it` : null}
					{recipient && most > 0 && reader.q === ''
						? t`${place} of ${plural(most, { one: '# recipient', other: '# recipients' })}`
						: null}
				</p>
				<IconButton
					icon={ChevronRight}
					isDirectional
					label={t`Next recipient`}
					isDisabled={!recipient || (reader.q === '' && place >= most)}
					onClick={() => onReader({ ...reader, at: reader.at + 1 })}
				/>
			</div>
		</div>
	);
}

/** Subject and body, with formats and without. */
function Written({ preview }: { preview: MessagePreview }) {
	const { t } = useLingui();
	const [tab, setTab] = useState('html');
	return (
		<div className="flex flex-col gap-2">
			<p className="text-sm">
				<span className="text-muted">
					<Trans>Subject</Trans>{' '}
				</span>
				<span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
					{preview.subject}
				</span>
			</p>
			<Tabs
				label={t`How the email is shown`}
				selected={tab}
				onSelect={setTab}
				items={[
					{ id: 'html', label: t`Email`, content: <MailBody html={preview.html} /> },
					{
						id: 'text',
						label: t`Text only`,
						content: (
							<p
								dir="auto"
								// biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
								tabIndex={0}
								className="h-[70vh] overflow-y-auto rounded-lg border p-4 text-sm [overflow-wrap:anywhere] whitespace-pre-line"
							>
								{preview.text}
							</p>
						),
					},
				]}
			/>
		</div>
	);
}
