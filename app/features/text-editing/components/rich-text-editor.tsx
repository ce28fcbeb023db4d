import { useLingui } from '@lingui/react/macro';
import type { Content, Editor, Extensions } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import clsx from 'clsx';
import {
	Bold,
	Code,
	CodeXml,
	Heading2,
	Heading3,
	Italic,
	Link2,
	List,
	ListOrdered,
	Minus,
	Quote,
	Redo2,
	Strikethrough,
	Undo2,
} from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { PICTURE, type TextNode } from '#shared/lib/markdown-tree.ts';
import { afterLetters, countLetters, countShared } from '../count-letters.ts';
import { isWordless, readPasted } from '../read-pasted.ts';
import { LinkDialog } from './link-dialog.tsx';
import { type Tool, ToolBar } from './tool-bar.tsx';

export interface RichTextEditorProps {
	label: string;
	extensions: Extensions;
	initial: Content;
	onChange: (text: TextNode) => void;
	/** Which addresses a link may have: what to show below the field, and how a typed address is stored (null: refused). */
	links: { hint: string; read: (typed: string) => string | null };
	/** Tools beside the usual ones. */
	moreTools?: (editor: Editor, chain: () => ReturnType<Editor['chain']>) => Tool[];
	/** Pasted or dropped files. */
	onFiles?: (files: readonly File[]) => void;
	/** Pasted text without HTML as a part of the document; otherwise its words are taken. */
	readText?: (text: string) => TextNode | null;
	/** Of the text box: id, description, state. */
	attributes?: Record<string, string>;
	className?: string;
	/** Takes the focus when it appears, with the cursor after this part of the source. */
	caretAfter?: string | null;
}

/**
 * Writing with formats, in a file of its own: the icons of its tools are fetched with it and with nothing else. What can be made with it is what its extensions allow, also of what is pasted.
 */
export function RichTextEditor(props: RichTextEditorProps) {
	const { label, links, onFiles, readText, caretAfter = null } = props;
	const { t } = useLingui();
	const [isLinking, setIsLinking] = useState(false);
	const editor = useEditor({
		extensions: props.extensions,
		content: props.initial,
		injectCSS: false,
		editorProps: {
			attributes: {
				'aria-label': label,
				role: 'textbox',
				'aria-multiline': 'true',
				dir: 'auto',
				// Without it browsers write blanks at the ends of marks as no-break spaces.
				class: clsx(
					'prose p-4 *:first:mt-0 whitespace-break-spaces outline-none [overflow-wrap:anywhere]',
					props.className,
				),
				...props.attributes,
			},
			handlePaste: (view, event) => {
				const data = event.clipboardData;
				const html = data?.getData('text/html') ?? '';
				const text = data?.getData('text/plain') ?? '';
				const { schema, selection } = view.state;
				const { parent } = selection.$from;
				const isPlain = parent.type.spec.code || selection.$from.node(-1)?.type.spec.tableRole;
				const tree = text && !html && !isPlain ? readText?.(text) : null;
				if (tree) {
					const slice = Slice.maxOpen(schema.nodeFromJSON(tree).content);
					view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
				} else if (onFiles && data?.files.length && (!html || isWordless(html))) {
					onFiles([...data.files]);
				} else if (html && !isPlain) {
					view.dispatch(view.state.tr.replaceSelection(readPasted(html, schema)).scrollIntoView());
				} else if (text) {
					view.pasteText(parent.type.spec.code ? text : text.replace(/\s+/g, isPlain ? ' ' : '$&'));
				}
				return true;
			},
			handleDOMEvents: {
				drop: (view, event) => {
					if (view.dragging) return false;
					event.preventDefault();
					if (event.dataTransfer?.files.length) onFiles?.([...event.dataTransfer.files]);
					return true;
				},
			},
		},
		onUpdate: ({ editor: changed }) => props.onChange(changed.getJSON() as TextNode),
	});
	useLayoutEffect(() => {
		if (caretAfter !== null) focusAfter(editor, caretAfter);
	}, [editor, caretAfter]);
	// At once: TipTap's own focus waits for a frame, in which what is typed goes to the button.
	const chain = () => {
		editor.view.focus();
		return editor.chain();
	};
	// Closed at once: while a dialog is open the text behind it cannot have the focus.
	const closeLink = () => flushSync(() => setIsLinking(false));
	const tools = useTools(editor, chain, () => setIsLinking(true));
	return (
		<>
			<ToolBar label={t`Format`} tools={[...tools, ...(props.moreTools?.(editor, chain) ?? [])]} />
			<EditorContent editor={editor} />
			{isLinking ? (
				<LinkDialog
					href={String(editor.getAttributes('link').href ?? '')}
					{...links}
					onClose={() => setIsLinking(false)}
					onRemove={() => {
						closeLink();
						chain().extendMarkRange('link').unsetLink().run();
					}}
					onLink={(href) => {
						closeLink();
						const mark = { type: 'link', attrs: { href } };
						if (editor.state.selection.empty && !editor.isActive('link'))
							chain()
								.insertContent({ type: 'text', text: href, marks: [mark] })
								.unsetMark('link')
								.run();
						else chain().extendMarkRange('link').setLink({ href }).run();
					}}
				/>
			) : null}
		</>
	);
}

function useTools(editor: Editor, chain: () => ReturnType<Editor['chain']>, onLink: () => void): Tool[] {
	const { t } = useLingui();
	const active = useEditorState({
		editor,
		selector: ({ editor: now }) => ({
			bold: now.isActive('bold'),
			italic: now.isActive('italic'),
			strike: now.isActive('strike'),
			code: now.isActive('code'),
			link: now.isActive('link'),
			h2: now.isActive('heading', { level: 2 }),
			h3: now.isActive('heading', { level: 3 }),
			bullet: now.isActive('bulletList'),
			ordered: now.isActive('orderedList'),
			quote: now.isActive('blockquote'),
			codeBlock: now.isActive('codeBlock'),
			// For the tools of one editor: they are made again when it changes.
			picture: now.isActive(PICTURE),
		}),
	});
	const heading = (level: 2 | 3) => () => void chain().toggleHeading({ level }).run();
	return [
		{ icon: Bold, label: t`Bold`, isOn: active.bold, run: () => chain().toggleBold().run() },
		{ icon: Italic, label: t`Italic`, isOn: active.italic, run: () => chain().toggleItalic().run() },
		{
			icon: Strikethrough,
			label: t`Strikethrough`,
			isOn: active.strike,
			run: () => chain().toggleStrike().run(),
		},
		{ icon: Link2, label: t`Link`, isOn: active.link, run: onLink },
		{ icon: Heading2, label: t`Heading`, isOn: active.h2, run: heading(2) },
		{ icon: Heading3, label: t`Small heading`, isOn: active.h3, run: heading(3) },
		{ icon: List, label: t`List`, isOn: active.bullet, run: () => chain().toggleBulletList().run() },
		{
			icon: ListOrdered,
			label: t`Numbered list`,
			isOn: active.ordered,
			run: () => chain().toggleOrderedList().run(),
		},
		{ icon: Quote, label: t`Quote`, isOn: active.quote, run: () => chain().toggleBlockquote().run() },
		{ icon: Code, label: t`Code`, isOn: active.code, run: () => chain().toggleMark('code').run() },
		{
			icon: CodeXml,
			label: t`Code block`,
			isOn: active.codeBlock,
			run: () => chain().toggleCodeBlock().run(),
		},
		{ icon: Minus, label: t`Divider`, run: () => chain().setHorizontalRule().run() },
		{ icon: Undo2, label: t`Undo`, run: () => chain().undo().run() },
		{ icon: Redo2, label: t`Redo`, run: () => chain().redo().run() },
	];
}

/** Focuses the text, with the cursor after so many of its letters. */
function focusAfter(editor: Editor, source: string): void {
	const letters = countLetters(source);
	const signs = afterLetters(source);
	let left = letters;
	let place = letters === 0 ? 1 : editor.state.doc.content.size;
	let isFound = letters === 0;
	editor.state.doc.descendants((node, position) => {
		if (isFound || !node.isText) return !isFound;
		const text = node.text ?? '';
		const here = countLetters(text);
		if (here < left) left -= here;
		else {
			let at = 0;
			for (const { index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
				left -= 1;
				at = index + 1;
				if (left === 0) break;
			}
			place = position + at;
			isFound = true;
		}
		return true;
	});
	editor.view.focus();
	const { parent, parentOffset } = editor.state.doc.resolve(place);
	const behind = parent.textBetween(parentOffset, parent.content.size, '', '\ufffc');
	const shared = countShared(behind, signs);
	editor.commands.setTextSelection(place + shared);
	// A blank that was typed last is no part of Markdown; whoever goes on typing needs it.
	if (/\s$/.test(signs) && letters > 0 && behind.length === shared && !/\s$/.test(behind))
		editor.view.dispatch(editor.state.tr.insertText(' '));
}
