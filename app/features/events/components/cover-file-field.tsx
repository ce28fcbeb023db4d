import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FileField } from '#app/ui/file-field.tsx';
import { uploadCover } from '#shared/contracts/event-pictures.ts';
import { PICTURE_MB } from '#shared/rules/file-sizes.ts';

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Chooses a picture for a cover; what cannot be one is refused in words. */
export function CoverFileField(props: {
	error: string | undefined;
	isDisabled?: boolean;
	/** Null: what was chosen is refused. */
	onChange: (file: File | null) => void;
}) {
	const { t } = useLingui();
	const [isRefused, setRefused] = useState(false);
	return (
		<FileField
			label={t`Upload image`}
			accept={KINDS}
			maxBytes={uploadCover.upload?.maxBytes ?? 0}
			isDisabled={props.isDisabled ?? false}
			note={t`JPEG, PNG, WebP, AVIF or GIF, up to ${PICTURE_MB} MB`}
			error={isRefused ? t`Use a JPEG, PNG, WebP, AVIF or GIF up to ${PICTURE_MB} MB.` : props.error}
			onFiles={({ accepted: [file], refused }) => {
				setRefused(refused.length > 0);
				props.onChange(file ?? null);
			}}
		/>
	);
}
