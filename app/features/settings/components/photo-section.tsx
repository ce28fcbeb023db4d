import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import type { Profile } from '#shared/contracts/settings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useProfileChanges } from '../api.ts';

const CropDialog = lazy(() =>
	import('./crop-dialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })),
);

const MAX_BYTES = 20_000_000;
const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** The face in menus and lists: a picture, cut to a square here and made anew by the server. */
export function PhotoSection({ profile, email }: { profile: Profile; email: string }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { upload, remove } = useProfileChanges();
	const [file, setFile] = useState<File | null>(null);
	const [refusal, setRefusal] = useState('');
	const told = (error: unknown) =>
		error ? (error instanceof AppError && error.details[0]?.message) || errorText(error) : undefined;
	return (
		<Card id="photo" title={t`Photo`} className="scroll-mt-24">
			<div className="flex flex-wrap items-start gap-6">
				<Avatar
					person={{ ...profile, email }}
					imageUrl={profile.profileImageUrl}
					size="xl"
					label={t`Your photo`}
				/>
				<div className="flex min-w-0 flex-1 basis-64 flex-col gap-3">
					<FileField
						label={profile.profileImageUrl ? t`Another photo` : t`Add a photo`}
						accept={KINDS}
						maxBytes={MAX_BYTES}
						note={t`JPEG, PNG, WebP, AVIF or GIF, at most 20 MB`}
						error={refusal || told(remove.error)}
						onFiles={({ accepted, refused }) => {
							upload.reset();
							remove.reset();
							setRefusal(
								refused.length > 0 ? t`That is no picture of these kinds, or larger than 20 MB.` : '',
							);
							setFile(accepted[0] ?? null);
						}}
					/>
					{profile.profileImageUrl ? (
						<div>
							<Button
								variant="ghost"
								size="sm"
								icon={Trash2}
								isLoading={remove.isPending}
								onClick={() => remove.mutate()}
							>
								<Trans>Remove the photo</Trans>
							</Button>
						</div>
					) : null}
				</div>
			</div>
			{file ? (
				<Suspense>
					<CropDialog
						file={file}
						isSending={upload.isPending}
						problem={told(upload.error)}
						onClose={() => setFile(null)}
						onCropped={(picture) => upload.mutate(picture, { onSuccess: () => setFile(null) })}
					/>
				</Suspense>
			) : null}
		</Card>
	);
}
