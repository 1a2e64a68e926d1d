/** Video hosts whose players the site embeds. Their films bring captions of their own. */
export const VIDEO_HOSTS = /(^|\.)(youtube(-nocookie)?\.com|youtu\.be|vimeo\.com)$/;
