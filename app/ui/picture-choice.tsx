import { type ReactNode, useEffect, useState } from 'react';
import { textImagePath } from '#shared/rules/rich-text.ts';
import { Button } from './button.tsx';

/** The picture that a dialog is about: one of the text, or a file that was chosen; without either, the field that asks for a file. */
export function PictureChoice(props: {
	/** Of a picture of the text. */
	stem: string | undefined;
	file: File | null;
	/** On the button that chooses another file. */
	replaceLabel: string;
	onReplace: () => void;
	/** The field. */
	children: ReactNode;
}) {
	const { stem, file } = props;
	if (stem !== undefined)
		return (
			<img src={textImagePath(stem)} alt="" className="max-h-60 w-full rounded-md bg-sunken object-contain" />
		);
	if (!file) return props.children;
	return (
		<div className="flex flex-col items-start gap-2">
			<span className="block h-60 w-full overflow-hidden rounded-md border bg-sunken">
				<FilePicture file={file} />
			</span>
			<Button size="sm" variant="outline" onClick={props.onReplace}>
				{props.replaceLabel}
			</Button>
		</div>
	);
}

function FilePicture({ file }: { file: File }) {
	const [url, setUrl] = useState('');
	useEffect(() => {
		const made = URL.createObjectURL(file);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [file]);
	return url ? <img src={url} alt={file.name} className="size-full object-contain" /> : null;
}
