import { useLingui } from '@lingui/react/macro';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
	Bold,
	Code,
	Heading2,
	Heading3,
	ImagePlus,
	Italic,
	Link2,
	List,
	ListOrdered,
	Quote,
	Redo2,
	Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#app/ui/icon-button.tsx';
import type { RichText } from '#shared/contracts/rich-text.ts';
import { type ImageAttributes, TextImage } from '../image-node.ts';
import { ImageDialog, type ImageRequest } from './image-dialog.tsx';

/** Loaded when a text is opened for writing. What it knows is what the server takes: nothing else can be made with it. */
export function RichTextEditor(props: {
	label: string;
	initial: RichText;
	onChange: (text: RichText) => void;
}) {
	const { t } = useLingui();
	const [asked, setAsked] = useState<ImageRequest | null>(null);
	const askFor = (files: FileList | undefined) => {
		const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
		if (file) setAsked({ file });
	};
	const editor = useEditor({
		extensions: [
			StarterKit.configure({
				heading: { levels: [2, 3] },
				underline: false,
				link: { openOnClick: false, autolink: false, defaultProtocol: 'https' },
			}),
			TextImage,
		],
		content: props.initial,
		immediatelyRender: false,
		injectCSS: false,
		editorProps: {
			attributes: {
				'aria-label': props.label,
				role: 'textbox',
				'aria-multiline': 'true',
				class:
					'prose prose-long min-h-[calc(100dvh-4rem)] max-w-measure p-5 outline-none [overflow-wrap:anywhere]',
			},
			// Pasted HTML is not trusted by the page's policy, and brings looks nobody asked for: the words are taken.
			handlePaste: (view, event) => {
				const text = event.clipboardData?.getData('text/plain') ?? '';
				if (text) view.pasteText(text);
				else askFor(event.clipboardData?.files);
				return true;
			},
			handleDOMEvents: {
				drop: (view, event) => {
					if (view.dragging) return false;
					event.preventDefault();
					askFor(event.dataTransfer?.files);
					return true;
				},
			},
		},
		onUpdate: ({ editor: changed }) => props.onChange(changed.getJSON() as RichText),
	});
	const active = useEditorState({
		editor,
		selector: ({ editor: now }) => ({
			bold: now?.isActive('bold') ?? false,
			italic: now?.isActive('italic') ?? false,
			code: now?.isActive('code') ?? false,
			link: now?.isActive('link') ?? false,
			h2: now?.isActive('heading', { level: 2 }) ?? false,
			h3: now?.isActive('heading', { level: 3 }) ?? false,
			bullet: now?.isActive('bulletList') ?? false,
			ordered: now?.isActive('orderedList') ?? false,
			quote: now?.isActive('blockquote') ?? false,
			image: now?.isActive('image') ?? false,
		}),
	});
	if (!editor) return null;
	// At once: TipTap's own focus waits for a frame, in which what is typed goes to the button.
	const chain = () => {
		editor.view.focus();
		return editor.chain();
	};
	const setLink = () => {
		if (active?.link) {
			chain().unsetLink().run();
			return;
		}
		const href = window.prompt(t`Link: https://…, /path or mailto:…`);
		if (href) chain().extendMarkRange('link').setLink({ href: href.trim() }).run();
	};
	const askForImage = () =>
		setAsked(active?.image ? { picture: editor.getAttributes('image') as ImageAttributes } : { file: null });
	const putImage = (attrs: ImageAttributes) => {
		setAsked(null);
		if (active?.image) chain().updateAttributes('image', attrs).run();
		else chain().insertContent({ type: 'image', attrs }).run();
	};
	const tools = [
		{ icon: Bold, label: t`Bold`, isOn: active?.bold, run: () => chain().toggleBold().run() },
		{ icon: Italic, label: t`Italic`, isOn: active?.italic, run: () => chain().toggleItalic().run() },
		{ icon: Code, label: t`Code`, isOn: active?.code, run: () => chain().toggleCode().run() },
		{ icon: Link2, label: t`Link`, isOn: active?.link, run: setLink },
		{
			icon: Heading2,
			label: t`Heading`,
			isOn: active?.h2,
			run: () => chain().toggleHeading({ level: 2 }).run(),
		},
		{
			icon: Heading3,
			label: t`Small heading`,
			isOn: active?.h3,
			run: () => chain().toggleHeading({ level: 3 }).run(),
		},
		{ icon: List, label: t`List`, isOn: active?.bullet, run: () => chain().toggleBulletList().run() },
		{
			icon: ListOrdered,
			label: t`Numbered list`,
			isOn: active?.ordered,
			run: () => chain().toggleOrderedList().run(),
		},
		{ icon: Quote, label: t`Quote`, isOn: active?.quote, run: () => chain().toggleBlockquote().run() },
		{ icon: ImagePlus, label: t`Image`, isOn: active?.image, run: askForImage },
		{ icon: Undo2, label: t`Undo`, run: () => chain().undo().run() },
		{ icon: Redo2, label: t`Redo`, run: () => chain().redo().run() },
	];
	return (
		<div className="rounded-md border border-control bg-surface focus-within:outline-2 focus-within:outline-accent">
			<div role="toolbar" aria-label={t`Format`} className="flex flex-wrap gap-0.5 border-b p-1.5">
				{tools.map(({ icon, label, isOn, run }) => (
					<IconButton
						key={label}
						icon={icon}
						label={label}
						size="sm"
						aria-pressed={isOn}
						className={isOn ? 'bg-ink/10' : undefined}
						// A press keeps the cursor and the selection in the text.
						onMouseDown={(event) => event.preventDefault()}
						onClick={run}
					/>
				))}
			</div>
			<EditorContent editor={editor} />
			<ImageDialog request={asked} onClose={() => setAsked(null)} onPicture={putImage} />
		</div>
	);
}
