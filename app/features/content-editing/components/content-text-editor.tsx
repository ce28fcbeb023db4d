import { useLingui } from '@lingui/react/macro';
import StarterKit from '@tiptap/starter-kit';
import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RichTextEditor } from '#app/features/text-editing/components/rich-text-editor.tsx';
import { linkTarget, type RichText } from '#shared/contracts/rich-text.ts';
import { type ImageAttributes, TextImage } from '../image-node.ts';
import { ImageDialog, type ImageRequest } from './image-dialog.tsx';

const readTarget = (typed: string) => linkTarget.safeParse(typed).data ?? null;

const extensions = [
	StarterKit.configure({
		heading: { levels: [2, 3] },
		underline: false,
		link: {
			openOnClick: false,
			autolink: false,
			defaultProtocol: 'https',
			isAllowedUri: (href) => readTarget(href) !== null,
		},
	}),
	TextImage,
];

/** The editor of pages, posts and help articles: what it knows is what the server takes. */
export function ContentTextEditor(props: {
	Editor: typeof RichTextEditor;
	label: string;
	initial: RichText;
	onChange: (text: RichText) => void;
}) {
	const { t } = useLingui();
	const [request, setRequest] = useState<ImageRequest | null>(null);
	const put = useRef((_: ImageAttributes) => {});
	return (
		<div className="rounded-md border border-control bg-surface focus-within:outline-2 focus-within:outline-focus">
			<props.Editor
				label={props.label}
				extensions={extensions}
				initial={props.initial}
				onChange={(text) => props.onChange(text as RichText)}
				links={{ hint: t`https://…, /path or mailto:…`, read: readTarget }}
				className="prose-long min-h-[calc(100dvh-4rem)] max-w-measure"
				onFiles={(files) => {
					const file = files.find(({ type }) => type.startsWith('image/'));
					if (file) setRequest({ file });
				}}
				moreTools={(editor, chain) => {
					const isOn = editor.isActive('image');
					put.current = (attrs) => {
						if (editor.isActive('image')) chain().updateAttributes('image', attrs).run();
						else chain().insertContent({ type: 'image', attrs }).run();
					};
					const run = () =>
						setRequest(isOn ? { picture: editor.getAttributes('image') as ImageAttributes } : { file: null });
					return [{ icon: ImagePlus, label: t`Image`, isOn, run }];
				}}
			/>
			<ImageDialog
				request={request}
				onClose={() => setRequest(null)}
				onPicture={(picture) => {
					setRequest(null);
					put.current(picture);
				}}
			/>
		</div>
	);
}
