import { expect, test } from 'vitest';
import { CAMERA_DENIED_NOTICE, cameraMessage, cameraProblem } from './camera-errors.ts';

test.each([
	['NotAllowedError', 'denied', 'Camera permission denied. Please allow camera access and refresh.'],
	['NotFoundError', 'missing', 'No camera found on this device.'],
	['OverconstrainedError', 'missing', 'No camera found on this device.'],
	['NotReadableError', 'busy', 'Unable to access camera. Please check permissions.'],
	['NotSupportedError', 'unsupported', 'Unable to access camera. Please check permissions.'],
	['TypeError', 'other', 'Unable to access camera. Please check permissions.'],
] as const)('%s is %s', (name, problem, message) => {
	expect(cameraProblem(name, true)).toBe(problem);
	expect(cameraMessage(problem)).toBe(message);
});

test('on an insecure page the name does not matter', () => {
	expect(cameraProblem('TypeError', false)).toBe('insecure');
	expect(cameraMessage('insecure')).toBe('Unable to access camera. Please check permissions.');
});

test('the notice after a refusal', () => {
	expect(CAMERA_DENIED_NOTICE).toBe(
		'Camera access required. Please allow camera permissions and refresh the page.',
	);
});
