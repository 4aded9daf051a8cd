module.exports = '/a-file';
