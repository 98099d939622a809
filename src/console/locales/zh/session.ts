/** Texts of the session pages. */
export const session = {
  setupImport: {
    bringVenue: "或导入已有场馆",
    chooseFileAnotherInstallation: "选择从另一个安装导出的整馆文件。文件不含密码：请为其中的第一位管理员设置新密码，其他员工由管理员重设。",
    chooseExportVenue: "选择整馆导出文件",
    noFileYet: "未选择文件",
    newPasswordAdministrator: "管理员新密码",
    sending: "正在上传 {percent}%",
    bringingKeepPageOpen: "正在导入，请不要关闭页面",
    chooseFileEnterPassword: "请选择文件并填写口令",
    bringLog: "导入并登录",
  },
} as const;
