import { useLingui } from '@lingui/react/macro';
import type { EditorState } from '@tiptap/pm/state';
import {
	addColumnAfter,
	addRowAfter,
	deleteColumn,
	deleteRow,
	deleteTable,
	isInTable,
} from '@tiptap/pm/tables';
import {
	BetweenHorizontalEnd,
	BetweenVerticalEnd,
	FoldHorizontal,
	FoldVertical,
	Grid2x2X,
	ImagePlus,
	Table,
} from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PICTURE, type TextNode } from '#shared/lib/markdown-tree.ts';
import { FillInMarks } from '../fill-in-marks.ts';
import { tryReadMarkdown } from '../markdown/read-markdown.ts';
import { isSameText } from '../markdown/same-text.ts';
import { writeMarkdown } from '../markdown/write-markdown.ts';
import { isLinkTarget, markdownKit, openMarkdown } from '../markdown-kit.ts';
import type { PictureAttributes } from '../picture-node.ts';
import { emptyTable } from '../table-kit.ts';
import { PictureDialog, type PictureRequest } from './picture-dialog.tsx';
import type { RichTextEditor, RichTextEditorProps } from './rich-text-editor.tsx';
import type { Tool } from './tool-bar.tsx';

export { openMarkdown };

const extensions = [...markdownKit, FillInMarks];

/** `www.example.org` and `me@example.org` are meant as addresses too. */
function readTarget(typed: string): string | null {
	const href = isLinkTarget(typed)
		? typed
		: /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(typed)
			? `mailto:${typed}`
			: /^[^\s:/]+\.[^\s:/]+(?:[/?#:]\S*)?$/.test(typed)
				? `https://${typed}`
				: '';
	return isLinkTarget(href) && URL.canParse(href) ? href : null;
}

/**
 * Markdown, written with formats.
 * @param value what `openMarkdown` has opened: the editor can say all of it
 */
export default function MarkdownEditor(props: {
	Editor: typeof RichTextEditor;
	label: string;
	value: string;
	onChange: (value: string) => void;
	caretAt: number | null;
	/** The text came from elsewhere, and the editor cannot show it without changing it. */
	onUnreadable: () => void;
	/** The event whose pictures the text may have; without it there are none to add. */
	event: string | undefined;
	/** Takes a function that puts words where the cursor is. */
	insertion: RefObject<((words: string) => void) | null> | undefined;
	attributes: Record<string, string>;
	className: string;
}) {
	const { t } = useLingui();
	const { Editor, value, event } = props;
	const [request, setRequest] = useState<PictureRequest | null>(null);
	// Of the beginning: what is typed moves the cursor by itself, and a text that comes from elsewhere leaves the focus alone.
	const [caretAfter] = useState(() => (props.caretAt === null ? null : value.slice(0, props.caretAt)));
	const put = useRef((_: PictureAttributes) => {});
	const putWords = useInsertion(props.insertion);
	/** The text as this editor has it, and the document that an editor begins with. */
	const [known, setKnown] = useState(value);
	const [start, setStart] = useState(() => ({ tree: openMarkdown(value), number: 0 }));
	const current = useRef(start.tree);
	if (value !== known) {
		setKnown(value);
		const tree = openMarkdown(value);
		if (!tree || !current.current || !isSameText(tree, current.current)) {
			current.current = tree;
			setStart({ tree, number: start.number + 1 });
		}
	}
	const { onUnreadable } = props;
	const isUnreadable = start.tree === null;
	useEffect(() => {
		if (isUnreadable) onUnreadable();
	}, [isUnreadable, onUnreadable]);
	if (!start.tree) return null;
	const tableTools: RichTextEditorProps['moreTools'] = (editor, chain) => {
		const run = (command: typeof addRowAfter) => () => {
			chain();
			command(editor.state, editor.view.dispatch);
		};
		if (!isInTable(editor.state)) {
			const insert = () => {
				const table = emptyTable(editor.schema);
				if (table) chain().insertContent(table.toJSON()).run();
			};
			return [{ icon: Table, label: t`Table`, run: insert }];
		}
		return [
			{ icon: BetweenHorizontalEnd, label: t`Add row`, run: run(addRowAfter) },
			{ icon: BetweenVerticalEnd, label: t`Add column`, run: run(addColumnAfter) },
			{ icon: FoldVertical, label: t`Delete row`, run: run(deleteRow) },
			{ icon: FoldHorizontal, label: t`Delete column`, run: run(deleteColumn) },
			{ icon: Grid2x2X, label: t`Delete table`, run: run(deleteTable) },
		];
	};
	const moreTools: RichTextEditorProps['moreTools'] = (editor, chain) => {
		putWords.current = (words) => void chain().insertContent({ type: 'text', text: words }).run();
		if (!event) return tableTools(editor, chain);
		const isOn = editor.isActive(PICTURE);
		put.current = (attrs) => {
			if (editor.isActive(PICTURE)) chain().updateAttributes(PICTURE, attrs).run();
			else chain().insertContent(withPicture(editor.state, attrs)).run();
		};
		const open = () =>
			setRequest(isOn ? { picture: editor.getAttributes(PICTURE) as PictureAttributes } : { file: null });
		// Nothing but text is in code.
		const picture: Tool = { icon: ImagePlus, label: t`Picture`, isOn, run: open };
		return [...(editor.isActive('codeBlock') ? [] : [picture]), ...tableTools(editor, chain)];
	};
	const editor = (
		<Editor
			key={start.number}
			label={props.label}
			extensions={extensions}
			initial={start.tree}
			onChange={(tree) => {
				current.current = tree;
				const text = writeMarkdown(tree);
				setKnown(text);
				props.onChange(text);
			}}
			links={{ hint: t`A web page (https://…) or an email address`, read: readTarget }}
			moreTools={moreTools}
			onFiles={
				event
					? (files) => {
							const file = files.find(({ type }) => type.startsWith('image/')) ?? files[0];
							if (file) setRequest({ file });
						}
					: undefined
			}
			readText={(text): TextNode | null => tryReadMarkdown(text)}
			attributes={props.attributes}
			className={props.className}
			caretAfter={start.number === 0 ? caretAfter : null}
		/>
	);
	return (
		<>
			{editor}
			{request && event ? (
				<PictureDialog
					event={event}
					request={request}
					onClose={() => setRequest(null)}
					onPicture={(picture) => {
						// At once: while the dialog is open the text behind it cannot have the focus.
						flushSync(() => setRequest(null));
						put.current(picture);
					}}
				/>
			) : null}
		</>
	);
}

/** Offers the editor for words to be put into; what puts them there is set by it. */
function useInsertion(insertion: RefObject<((words: string) => void) | null> | undefined) {
	const put = useRef((_: string) => {});
	useEffect(() => {
		if (!insertion) return;
		insertion.current = (words) => put.current(words);
		return () => {
			insertion.current = null;
		};
	}, [insertion]);
	return put;
}

/** A picture for the place of the cursor: a paragraph of its own, unless the cursor is in a table or in one that is empty. */
function withPicture({ selection }: EditorState, attrs: PictureAttributes) {
	const picture = { type: PICTURE, attrs };
	const { parent } = selection.$from;
	const isInline = parent.content.size === 0 || selection.$from.node(-1)?.type.spec.tableRole;
	return isInline ? picture : { type: 'paragraph', content: [picture] };
}
