import { useState } from 'react';
import { type MessagePlace, useMessagePreview, useRulePreview } from '#app/features/messages/api.ts';
import { type MessageDraft, segmentOf, unknownIn } from '#app/features/messages/draft.ts';
import { useSettledText } from '#app/lib/settled-text.ts';
import type { MessageRuleKind } from '#shared/rules/messages/messages.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import type { PreviewPaneProps, Reader } from './preview-pane.tsx';

/** A pause in typing after which the preview follows. */
const PREVIEW_MS = 500;

/** What is sent to the server, a moment after it was changed; what it would refuse is not sent. */
function useSettledInput<Input>(input: Input | null): { settled: Input | null; isSettling: boolean } {
	const current = JSON.stringify(input);
	const [known, setKnown] = useState(current);
	// What stands wrong in a field leaves what was shown before it.
	if (input !== null && known !== current) setKnown(current);
	const text = useSettledText(known, PREVIEW_MS);
	return { settled: JSON.parse(text) as Input | null, isSettling: text !== known };
}

const isKnown = (draft: Pick<MessageDraft, 'subject' | 'text'>) => {
	const { subject, text } = unknownIn(draft);
	return subject.length === 0 && text.length === 0;
};

const paneOf = (
	query: ReturnType<typeof useMessagePreview>,
	isSettling: boolean,
	draft: Pick<MessageDraft, 'subject' | 'text'>,
	[reader, onReader]: [Reader, (reader: Reader) => void],
): PreviewPaneProps => ({
	preview: query.data,
	error: query.isFetching ? null : query.error,
	isOld: isSettling || query.isPlaceholderData,
	isEmpty: draft.text.trim() === '' && draft.subject.trim() === '',
	reader,
	onReader,
	onRetry: () => void query.refetch(),
});

/** The preview of a message while it is written. */
export function usePreviewOfDraft(place: MessagePlace, draft: MessageDraft): PreviewPaneProps {
	const reader = useState<Reader>({ at: 0, q: '' });
	const { subject, text, category } = draft;
	const body = { subject: subject.trim(), text, category, segment: segmentOf(draft), ...reader[0] };
	const { settled, isSettling } = useSettledInput(isKnown(draft) ? body : null);
	return paneOf(useMessagePreview(place, settled), isSettling, draft, reader);
}

/** The preview of a rule's message while it is edited. */
export function usePreviewOfRule(
	place: MessagePlace,
	rule: { kind: MessageRuleKind; subject: string; text: string; segment: Segment },
): PreviewPaneProps {
	const reader = useState<Reader>({ at: 0, q: '' });
	const body = { ...rule, subject: rule.subject.trim(), ...reader[0] };
	const { settled, isSettling } = useSettledInput(isKnown(rule) ? body : null);
	const isUsual = rule.kind === 'confirmation' || rule.kind === 'reminder';
	const pane = paneOf(useRulePreview(place, settled), isSettling, rule, reader);
	return { ...pane, isEmpty: pane.isEmpty && !isUsual };
}
