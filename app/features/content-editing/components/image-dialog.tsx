import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { PictureChoice } from '#app/ui/picture-choice.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { PICTURE_MB } from '#shared/rules/file-sizes.ts';
import { addImage } from '../api.ts';
import type { ImageAttributes } from '../image-node.ts';

/** What the dialog is open for: a new picture, perhaps one that was pasted, or one that stands in the text. */
export type ImageRequest = { file: File | null } | { picture: ImageAttributes };

const rules = {
	accept: 'image/jpeg,image/png,image/webp,image/gif,image/avif',
	maxBytes: PICTURE_MB * 1_000_000,
};

/** Uploads a picture, and asks what it shows: without those words there is no picture. */
export function ImageDialog(props: {
	request: ImageRequest | null;
	onClose: () => void;
	onPicture: (picture: ImageAttributes) => void;
}) {
	const { t } = useLingui();
	const { request } = props;
	return (
		<Dialog
			isOpen={request !== null}
			onClose={props.onClose}
			title={request && 'picture' in request ? t`Describe the image` : t`Add an image`}
		>
			{request ? <Form {...props} request={request} /> : null}
		</Dialog>
	);
}

function Form(props: {
	request: ImageRequest;
	onClose: () => void;
	onPicture: (picture: ImageAttributes) => void;
}) {
	const { request } = props;
	const { t } = useLingui();
	const id = useId();
	const errorText = useErrorText();
	const known = 'picture' in request ? request.picture : null;
	const [file, setFile] = useState<File | null>('file' in request ? request.file : null);
	const [alt, setAlt] = useState(known?.alt ?? '');
	const [isSending, setIsSending] = useState(false);
	const [fault, setFault] = useState('');
	const [missing, setMissing] = useState<'file' | 'alt' | null>(null);

	async function submit(event: FormEvent) {
		event.preventDefault();
		const words = alt.trim();
		const lacks = !known && !file ? 'file' : words === '' ? 'alt' : null;
		setMissing(lacks);
		if (lacks || isSending) return;
		setIsSending(true);
		setFault('');
		try {
			const stored = known ?? (await addImage(file as File));
			const { stem, width, height } = stored;
			props.onPicture({ stem, width, height, alt: words });
		} catch (error) {
			const { details } = error as { details?: { message: string }[] };
			setFault(details?.[0]?.message ?? errorText(error));
		} finally {
			setIsSending(false);
		}
	}

	return (
		<form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
			{fault ? (
				<Callout tone="danger" isUrgent>
					{fault}
				</Callout>
			) : null}
			<PictureChoice
				stem={known?.stem}
				file={file}
				replaceLabel={t`Replace image`}
				onReplace={() => setFile(null)}
			>
				<FileField
					label={t`Image`}
					{...rules}
					note={t`JPEG, PNG, WebP, AVIF or GIF up to ${PICTURE_MB} MB`}
					error={missing === 'file' ? t`This field is required.` : undefined}
					onFiles={({ accepted, refused }) => {
						setMissing(null);
						setFile(accepted[0] ?? null);
						const reasons = {
							size: t`Choose an image up to ${PICTURE_MB} MB.`,
							type: t`Choose a JPEG, PNG, WebP, AVIF or GIF image.`,
							count: '',
						};
						setFault(refused[0] ? reasons[refused[0].fault] : '');
					}}
				/>
			</PictureChoice>
			<TextField
				label={t`Alt text`}
				hint={t`For screen readers and search engines.`}
				value={alt}
				maxLength={500}
				error={missing === 'alt' ? t`This field is required.` : undefined}
				onChange={(event) => {
					setAlt(event.target.value);
					setMissing(null);
				}}
			/>
			<div className="flex flex-wrap justify-end gap-2">
				<Button variant="outline" onClick={props.onClose}>
					<Trans>Cancel</Trans>
				</Button>
				<Button type="submit" isLoading={isSending}>
					{known ? <Trans>Save</Trans> : <Trans>Add</Trans>}
				</Button>
			</div>
		</form>
	);
}
