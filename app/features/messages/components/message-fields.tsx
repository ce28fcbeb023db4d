import { Trans, useLingui } from '@lingui/react/macro';
import { Braces } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { unknownIn } from '#app/features/messages/draft.ts';
import { useMessageTexts } from '#app/features/messages/use-message-texts.ts';
import { type InsertText, MarkdownField } from '#app/features/text-editing/components/markdown-field.tsx';
import { Button } from '#app/ui/button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import { placeholders, subjectPlaceholders } from '#shared/rules/messages/placeholders.ts';

/** Subject and text of a message to guests, with placeholders that differ from guest to guest. */
export function MessageFields(props: {
	subject: string;
	text: string;
	onChange: (part: { subject?: string; text?: string }) => void;
	/** The error of a field: `subject` or `text`. */
	problem: (name: string) => string | undefined;
	/** What the subject is when the field is empty; without it a subject is needed. */
	usualSubject?: string;
	isTextOptional?: boolean;
}) {
	const { t } = useLingui();
	const { unknownText } = useMessageTexts();
	const { subject, text, onChange, problem, usualSubject } = props;
	const field = useRef<HTMLInputElement>(null);
	const hadFocus = useRef(false);
	const insertion = useRef<InsertText>(null);
	const unknown = unknownIn({ subject, text });
	const textProblem = unknownText(unknown.text) ?? problem('text');
	function insertIntoSubject(words: string) {
		const input = field.current;
		if (!input) return;
		const end = input.value.length;
		// Without a cursor of its own yet: at the end.
		const [from, to] = hadFocus.current
			? [input.selectionStart ?? end, input.selectionEnd ?? end]
			: [end, end];
		input.setRangeText(words, from, to, 'end');
		onChange({ subject: input.value });
		input.focus();
	}
	return (
		<>
			<div className="flex flex-col gap-1.5">
				<TextField
					ref={field}
					label={t`Subject`}
					name="subject"
					dir="auto"
					value={subject}
					maxLength={messageLimits.subject}
					placeholder={usualSubject}
					isOptional={usualSubject !== undefined}
					error={unknownText(unknown.subject) ?? problem('subject')}
					onFocus={() => {
						hadFocus.current = true;
					}}
					onChange={({ target }) => onChange({ subject: target.value })}
				/>
				<InsertMenu
					label={t`Insert into the subject`}
					names={subjectPlaceholders}
					onInsert={insertIntoSubject}
				/>
			</div>
			<div className="flex flex-col gap-1.5">
				<MarkdownField
					label={t`Text`}
					name="text"
					hasLabel
					value={text}
					maxLength={messageLimits.text}
					error={textProblem}
					insertion={insertion}
					onChange={(next) => onChange({ text: next })}
					{...(props.isTextOptional && { isOptional: true })}
				/>
				{/* Also while the text is only shown. */}
				{unknown.text.length > 0 ? (
					<p role="status" className="sr-only">
						{textProblem}
					</p>
				) : null}
				<TextInsertMenu insertion={insertion} />
			</div>
		</>
	);
}

function TextInsertMenu({ insertion }: { insertion: RefObject<InsertText | null> }) {
	const { t } = useLingui();
	return (
		<InsertMenu
			label={t`Insert into the text`}
			names={placeholders}
			onInsert={(words) => insertion.current?.(words)}
		/>
	);
}

/** Placeholders, each with what it stands for. */
function InsertMenu(props: {
	label: string;
	names: readonly (typeof placeholders)[number][];
	onInsert: (words: string) => void;
}) {
	const { placeholders: labels } = useMessageTexts();
	return (
		<Menu
			label={props.label}
			items={props.names.map((name) => ({
				id: name,
				label: (
					<span className="flex items-baseline justify-between gap-4">
						{labels[name]}
						<span className="text-compact text-muted">{`{${name}}`}</span>
					</span>
				),
				onSelect: () => props.onInsert(`{${name}}`),
			}))}
			trigger={(trigger) => (
				<Button
					{...trigger}
					variant="ghost"
					size="sm"
					icon={Braces}
					aria-label={props.label}
					className="self-start pointer-coarse:min-h-11"
				>
					<Trans>Insert</Trans>
				</Button>
			)}
		/>
	);
}
