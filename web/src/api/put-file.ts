import { ServiceError, unreachable } from "./service-error.ts";

interface Options {
  contentType: string;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file to the URL that the service signed for it. The only use of XMLHttpRequest, because fetch does not
 * report upload progress. A file that already exists counts as sent. Throws ServiceError, or the signal's reason if the
 * upload is cancelled.
 */
export function putFile(address: string, file: File, options: Options): Promise<void> {
  const { contentType, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onloadend = () => {
      signal.removeEventListener("abort", abort);
      if (signal.aborted) return reject(signal.reason);
      const { status } = request;
      if (status === 0) return reject(unreachable());
      const { code, message } = refusalIn(request.responseText);
      if ((status >= 200 && status < 300) || code === "Duplicate") return resolve();
      reject(new ServiceError(status, code, message));
    };
    request.open("PUT", address);
    request.setRequestHeader("content-type", contentType);
    request.send(file);
  });
}

function refusalIn(text: string): { code: string; message: string } {
  try {
    const { error, message } = JSON.parse(text) as { error?: string; message?: string };
    return {
      code: error ?? "upload_refused",
      message: message ?? "The file was rejected. Upload it again.",
    };
  } catch {
    return { code: "upload_refused", message: "The file was rejected. Upload it again." };
  }
}
