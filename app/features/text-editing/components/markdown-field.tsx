import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Type } from 'lucide-react';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#app/ui/button.tsx';
import { FieldFrame, OptionalMark, useField } from '#app/ui/field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { TextArea } from '#app/ui/text-area.tsx';

const Preview = lazy(() => import('./markdown-preview.tsx'));

type EditorModule = typeof import('./markdown-editor.tsx') & typeof import('./rich-text-editor.tsx');

let editorModule: EditorModule | null = null;
let loading: Promise<EditorModule> | null = null;

/** The editor, fetched once, when somebody is about to write. */
function loadEditor(): Promise<EditorModule> {
	loading ??= Promise.all([import('./markdown-editor.tsx'), import('./rich-text-editor.tsx')]).then(
		([markdown, editor]) => {
			editorModule = { ...markdown, ...editor };
			return editorModule;
		},
		(error: unknown) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}

export interface MarkdownFieldProps {
	label: string;
	name: string;
	value: string;
	onChange: (value: string) => void;
	error?: string | undefined;
	isOptional?: boolean;
	maxLength: number;
	/** The label is shown: the field stands among others. */
	hasLabel?: boolean;
	/** The event that pictures of the text are uploaded to; without it the text has none. */
	event?: string;
	/** Takes a function that puts words where the cursor is; null while the text is only shown. */
	insertion?: RefObject<InsertText | null> | undefined;
}

export type InsertText = (words: string) => void;

/** Puts words into a text area as if they were typed. */
function insertInto(area: HTMLTextAreaElement, words: string, onChange: (value: string) => void): void {
	area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end');
	onChange(area.value);
	area.focus();
}

/** Offers a text area for words to be put into, while it is there. */
function useInsertion(
	insertion: MarkdownFieldProps['insertion'],
	area: RefObject<HTMLTextAreaElement | null>,
	isThere: boolean,
	onChange: (value: string) => void,
): void {
	const hadFocus = useRef(false);
	useEffect(() => {
		const field = area.current;
		if (!field || !isThere) return;
		hadFocus.current = document.activeElement === field;
		const note = () => {
			hadFocus.current = true;
		};
		field.addEventListener('focus', note);
		return () => field.removeEventListener('focus', note);
	}, [area, isThere]);
	useEffect(() => {
		if (!insertion || !isThere) return;
		insertion.current = (words) => {
			const field = area.current;
			if (!field) return;
			// Without a cursor of its own yet: what is put in comes after what is there.
			if (!hadFocus.current) field.setSelectionRange(field.value.length, field.value.length);
			insertInto(field, words, onChange);
		};
		return () => {
			insertion.current = null;
		};
	}, [insertion, area, isThere, onChange]);
}

/** A text that is stored as Markdown: written with formats or as Markdown, and as its page will show it. */
export function MarkdownField(props: MarkdownFieldProps) {
	const { t } = useLingui();
	const [tab, setTab] = useState('write');
	const { label, value } = props;
	const tabs = (
		<Tabs
			label={label}
			selected={tab}
			onSelect={setTab}
			items={[
				{ id: 'write', label: t`Write`, content: <WritePanel {...props} /> },
				{ id: 'markdown', label: t`Markdown`, content: <SourcePanel {...props} /> },
				{
					id: 'preview',
					label: t`Preview`,
					content: (
						<Suspense fallback={<Skeleton className="h-32 w-full" />}>
							<Preview text={value} event={props.event} />
						</Suspense>
					),
				},
			]}
		/>
	);
	if (!props.hasLabel) return tabs;
	return (
		<div className="flex min-w-0 flex-col">
			<p className="text-sm font-medium">
				{label}
				{props.isOptional ? <OptionalMark /> : null}
			</p>
			{tabs}
		</div>
	);
}

function SourcePanel(props: MarkdownFieldProps) {
	const { t } = useLingui();
	const area = useRef<HTMLTextAreaElement>(null);
	useInsertion(props.insertion, area, true, props.onChange);
	return (
		<TextArea
			ref={area}
			label={props.label}
			isLabelHidden
			name={props.name}
			value={props.value}
			onChange={(change) => props.onChange(change.target.value)}
			error={props.error}
			rows={12}
			maxLength={props.maxLength}
			hint={t`Markdown: **bold**, *italic*, # headings, - lists, > quotations, [links](https://example.org).`}
			className="[&_textarea]:font-mono [&_textarea]:text-sm"
		/>
	);
}

/** How the text is written at the moment. */
type Mode = 'plain' | 'formats' | 'unreadable';

/** Waits while something is pressed: a button that moved from under the pointer would not get its click. */
function whenReleased(work: () => void): void {
	if (document.querySelector(':active')) requestAnimationFrame(() => whenReleased(work));
	else work();
}

/**
 * A text area until the editor is there, which is fetched when somebody is about to write. It takes the place of the text area at
 * once, with the cursor where it was; but whoever has begun to type finishes first.
 */
function WritePanel(props: MarkdownFieldProps) {
	const { t } = useLingui();
	const { label, name, value, onChange, maxLength } = props;
	const tooLong = value.length - maxLength;
	const error =
		tooLong > 0
			? t`Shorten the text by ${plural(tooLong, { one: '# character', other: '# characters' })}.`
			: props.error;
	const hint = t`Formats can be typed as Markdown too: ## heading, - list, **bold**.`;
	const ids = useField({ name, hint, error });
	const [mode, setMode] = useState<Mode>('plain');
	const [caret, setCaret] = useState<number | null>(null);
	const area = useRef<HTMLTextAreaElement>(null);
	const hasTyped = useRef(false);

	function take(hasFocus: boolean) {
		const field = area.current;
		// Who may not change the text has a disabled text area.
		if (!field || !editorModule || field.matches(':disabled')) return;
		// At once: what is typed next is meant for the editor.
		flushSync(() => {
			setCaret(hasFocus ? field.selectionStart : null);
			setMode(modeOf(field.value));
		});
	}
	async function prepare() {
		try {
			await loadEditor();
		} catch {
			// Without a connection the text area stays.
			return;
		}
		const hasFocus = document.activeElement === area.current;
		if (!hasFocus || !hasTyped.current) take(hasFocus);
	}
	// Fetched for another field or for this one before: it is shown as soon as the field is there, and has the focus or not.
	useEffect(() => {
		if (!editorModule) return;
		queueMicrotask(() => {
			if (!hasTyped.current) take(document.activeElement === area.current);
		});
	}, []);
	const rich = mode === 'formats' ? editorModule : null;
	useInsertion(props.insertion, area, !rich, onChange);
	const frame = 'min-h-72 w-full';
	return (
		<FieldFrame ids={ids} label={label} isLabelHidden hint={hint} error={error}>
			{mode === 'unreadable' ? (
				<p className="text-compact text-muted">
					<Trans>
						This text has Markdown that the editor would change, so it opens as Markdown. Guests see it as in
						the preview.
					</Trans>
				</p>
			) : null}
			<div
				className="flex flex-col rounded-md border border-control bg-surface focus-within:outline-2 focus-within:outline-focus"
				onPointerEnter={() => void prepare()}
			>
				{rich ? (
					<>
						<rich.default
							Editor={rich.RichTextEditor}
							label={label}
							value={value}
							onChange={onChange}
							event={props.event}
							insertion={props.insertion}
							caretAt={caret}
							onUnreadable={() => setMode('unreadable')}
							className={frame}
							attributes={{ id: ids.id, ...descriptionOf(ids.control) }}
						/>
						<input type="hidden" name={name} value={value} />
					</>
				) : (
					<>
						{mode === 'plain' ? (
							<div className="flex min-h-11 items-center border-b border-hairline p-1.5">
								<Button variant="ghost" size="sm" icon={Type} onClick={() => void prepare()}>
									{t`Formats`}
								</Button>
							</div>
						) : null}
						<textarea
							ref={area}
							{...ids.control}
							name={name}
							dir="auto"
							value={value}
							maxLength={maxLength}
							className={`${frame} field-sizing-content resize-none bg-transparent p-4 outline-none`}
							onFocus={() => {
								hasTyped.current = false;
								void prepare();
							}}
							onBlur={() =>
								setTimeout(() =>
									whenReleased(() => {
										if (document.activeElement !== area.current) take(false);
									}),
								)
							}
							onChange={(event) => {
								hasTyped.current = true;
								onChange(event.target.value);
							}}
						/>
					</>
				)}
			</div>
		</FieldFrame>
	);
}

/** How a text is written once the editor has been fetched. */
function modeOf(value: string): Mode {
	return editorModule?.openMarkdown(value) ? 'formats' : 'unreadable';
}

function descriptionOf(control: ReturnType<typeof useField>['control']): Record<string, string> {
	const described = control['aria-describedby'];
	return {
		...(described && { 'aria-describedby': described }),
		...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
	};
}
