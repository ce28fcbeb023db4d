/** Why a camera did not start. */
export type CameraProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'unsupported' | 'other';

/** The notice that stays on the page after a refusal. */
export const CAMERA_DENIED_NOTICE =
	'Camera access required. Please allow camera permissions and refresh the page.';

/** Title of the toast for a camera that cannot be used for any reason but a refusal or its absence. */
export const CAMERA_ERROR_TITLE = 'Camera Error';

const OTHER = 'Unable to access camera. Please check permissions.';

const MESSAGES: Record<CameraProblem, string> = {
	denied: 'Camera permission denied. Please allow camera access and refresh.',
	missing: 'No camera found on this device.',
	busy: OTHER,
	insecure: OTHER,
	unsupported: OTHER,
	other: OTHER,
};

/** The status message for a problem, to the letter of the specification. */
export function cameraMessage(problem: CameraProblem): string {
	return MESSAGES[problem];
}

/**
 * Sorts what `getUserMedia` rejects with. The names are those of the Media Capture standard; the `…Error`
 * spellings without a standard are old WebKit and Android ones.
 * @param isSecure whether the page may use a camera at all (`isSecureContext`).
 */
export function cameraProblem(errorName: string, isSecure: boolean): CameraProblem {
	if (!isSecure) return 'insecure';
	switch (errorName) {
		case 'NotAllowedError':
		case 'PermissionDeniedError':
		case 'SecurityError':
			return 'denied';
		case 'NotFoundError':
		case 'DevicesNotFoundError':
		case 'OverconstrainedError':
			return 'missing';
		case 'NotReadableError':
		case 'TrackStartError':
		case 'AbortError':
			return 'busy';
		case 'NotSupportedError':
			return 'unsupported';
		default:
			return 'other';
	}
}
